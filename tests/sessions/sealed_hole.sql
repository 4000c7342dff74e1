PRAGMA user_version = 3;
PRAGMA application_id = 1097884018;
BEGIN TRANSACTION;
CREATE TABLE apart (
            game INTEGER NOT NULL REFERENCES games (id),
            name TEXT NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (game, name)
        ) WITHOUT ROWID;
INSERT INTO "apart" VALUES(1,'sealed Ana','0.11 Ana picks H');
INSERT INTO "apart" VALUES(1,'sealed Bo','0.11 Bo picks ?');
INSERT INTO "apart" VALUES(1,'sealed Cy','0.11 Cy picks A');
CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            bots TEXT NOT NULL,
            seed TEXT NOT NULL,
            changes INTEGER NOT NULL DEFAULT 0,
            changed TEXT NOT NULL
        , salt TEXT NOT NULL DEFAULT '', used INTEGER NOT NULL DEFAULT 0);
INSERT INTO "games" VALUES(1,'','7',2,'2026-11-22T22:11:19.767660+00:00','2f967a754d24f70d9621cc1a7dfe30fe',4);
CREATE TABLE rows (
            game INTEGER NOT NULL REFERENCES games (id),
            number INTEGER NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID;
INSERT INTO "rows" VALUES(1,1,'[Game "overseers"]');
INSERT INTO "rows" VALUES(1,2,'[Record "1"]');
INSERT INTO "rows" VALUES(1,3,'[Players "Ana Bo Cy"]');
INSERT INTO "rows" VALUES(1,4,'[Deal "691186c9a049d6e783aabb76ac349012c2546a23469054be6d085589887b6198"]');
INSERT INTO "rows" VALUES(1,5,'leader Cy');
INSERT INTO "rows" VALUES(1,6,'characters Fushen Two-Above Liang');
INSERT INTO "rows" VALUES(1,7,'deal Ana H H M P T T');
INSERT INTO "rows" VALUES(1,8,'deal Bo A B M P P P');
INSERT INTO "rows" VALUES(1,9,'deal Cy A A B H M T');
INSERT INTO "rows" VALUES(1,10,'Ana meets Gan Wuming Yanmei');
INSERT INTO "rows" VALUES(1,11,'Ana becomes Yanmei');
CREATE TABLE store (name TEXT NOT NULL);
INSERT INTO "store" VALUES('48e470da0c33631e');
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',1);
COMMIT;
