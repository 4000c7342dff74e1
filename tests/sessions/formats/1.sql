PRAGMA user_version = 1;
PRAGMA application_id = 1097884018;
BEGIN TRANSACTION;
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    bots TEXT NOT NULL,
    seed TEXT NOT NULL,
    changes INTEGER NOT NULL DEFAULT 0,
    changed TEXT NOT NULL
);
INSERT INTO "games" VALUES(1,'Bo=greedy','',1,'2026-11-22T23:14:34.687184+00:00');
INSERT INTO "games" VALUES(2,'','',0,'2026-11-22T23:14:34.709113+00:00');
CREATE TABLE rows (
    game INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
INSERT INTO "rows" VALUES(1,1,'[Game "adresses-jaunes"]');
INSERT INTO "rows" VALUES(1,2,'[Record "1"]');
INSERT INTO "rows" VALUES(1,3,'[Players "Ana Bo Cy"]');
INSERT INTO "rows" VALUES(1,4,'[Seat "Ana"]');
INSERT INTO "rows" VALUES(1,5,'revealed 4P 4R 4T 5R 5T 9R');
INSERT INTO "rows" VALUES(1,6,'deal Ana 1T 2T 3P 7R');
INSERT INTO "rows" VALUES(1,7,'deal Bo ????   # he sorts them');
INSERT INTO "rows" VALUES(1,8,'deal Cy ????');
INSERT INTO "rows" VALUES(1,9,'Bo disc h1 = 3');
INSERT INTO "rows" VALUES(1,10,'Ana disc h1 = 3');
INSERT INTO "rows" VALUES(1,11,'Cy disc v1 = 2');
INSERT INTO "rows" VALUES(2,1,'[Game "adresses-jaunes"]');
INSERT INTO "rows" VALUES(2,2,'[Record "1"]');
INSERT INTO "rows" VALUES(2,3,'[Players "Ana Bo"]');
INSERT INTO "rows" VALUES(2,4,'revealed 1P 2P 3P 4P 5P 5R 6T 9P 9T');
INSERT INTO "rows" VALUES(2,5,'deal Ana 1R 3T 6R 8P 8T');
INSERT INTO "rows" VALUES(2,6,'deal Bo 1T 7P 7R 8R 9R');
INSERT INTO "rows" VALUES(2,7,'Bo disc v2 = 1');
INSERT INTO "rows" VALUES(2,8,'Ana disc v1 = 1');
INSERT INTO "rows" VALUES(2,9,'Bo pawn 6P = nobody');
INSERT INTO "rows" VALUES(2,10,'Ana pawn 1T = Bo');
INSERT INTO "rows" VALUES(2,11,'Bo disc v3 = 1');
INSERT INTO "rows" VALUES(2,12,'Ana disc R = 2');
INSERT INTO "rows" VALUES(2,13,'Bo pawn 3T = Ana');
INSERT INTO "rows" VALUES(2,14,'Ana pawn 3R = nobody');
INSERT INTO "rows" VALUES(2,15,'Bo disc R = 3');
INSERT INTO "rows" VALUES(2,16,'Ana disc h3 = 2');
INSERT INTO "rows" VALUES(2,17,'Bo pawn 8P = Ana');
INSERT INTO "rows" VALUES(2,18,'Ana pawn 2R = nobody');
INSERT INTO "rows" VALUES(2,19,'Ana name 9R Bo = yes');
INSERT INTO "rows" VALUES(2,20,'Ana name 8R Bo = yes');
INSERT INTO "rows" VALUES(2,21,'Ana name 4R Bo = no');
INSERT INTO "rows" VALUES(2,22,'result lost');
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',2);
COMMIT;
