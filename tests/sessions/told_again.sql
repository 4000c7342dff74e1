PRAGMA user_version = 5;
PRAGMA application_id = 1097884018;
BEGIN TRANSACTION;
CREATE TABLE apart (
            game INTEGER NOT NULL REFERENCES games (id),
            name TEXT NOT NULL,
            text TEXT NOT NULL, sum INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (game, name)
        ) WITHOUT ROWID;
INSERT INTO "apart" VALUES(1,'silent Dai','yes',1483521740);
INSERT INTO "apart" VALUES(1,'withdrawn 6','all deal Ana 1T 2P 9T',2250482063);
INSERT INTO "apart" VALUES(1,'withdrawn 7','told deal Bo 7R 7T 9T',2270346369);
INSERT INTO "apart" VALUES(1,'withdrawn 8','all deal Cy 3P 4R 6R',3420139136);
CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            bots TEXT NOT NULL,
            seed TEXT NOT NULL,
            changes INTEGER NOT NULL DEFAULT 0,
            changed TEXT NOT NULL
        , salt TEXT NOT NULL DEFAULT '', used INTEGER NOT NULL DEFAULT 0, record TEXT NOT NULL DEFAULT '', outline TEXT NOT NULL DEFAULT '', sum INTEGER NOT NULL DEFAULT 0);
INSERT INTO "games" VALUES(1,'','d4caa8b4b9ebe0102f945f20cc35c2e3',3,'2026-11-23T07:37:07.299177+00:00','91fc02817ca0131765f244b19dda5019',5,'[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo Cy Dai"]
[Seat "hands"]
revealed 2R 7P 9R
deal Ana ???
deal Bo ???
deal Cy ???
deal Dai ???
# clash: what was told could not all be true
','{"game": "adresses-jaunes", "seat": "hands", "players": ["Ana", "Bo", "Cy", "Dai"], "deal": "", "lines": 6, "awaited": [["Ana", "disc"], ["Bo", "disc"], ["Cy", "disc"], ["Dai", "disc"]], "result": null, "shown": [], "winners": null, "scores": {}, "told": "", "practice": false, "coming": [[["revealed deal disc pawn name shows neutral found round conclusion discs pawns", 2]]]}',1310015795);
CREATE TABLE kept (
            room TEXT NOT NULL,
            name TEXT NOT NULL,
            text TEXT NOT NULL,
            sum INTEGER NOT NULL,
            PRIMARY KEY (room, name)
        ) WITHOUT ROWID;
CREATE TABLE store (name TEXT NOT NULL, sum INTEGER NOT NULL DEFAULT 0);
INSERT INTO "store" VALUES('ba3d5d0afc131f7d',4174302163);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',1);
COMMIT;
