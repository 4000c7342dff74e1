BEGIN TRANSACTION;
CREATE TABLE apart (
            game INTEGER NOT NULL REFERENCES games (id),
            name TEXT NOT NULL,
            text TEXT NOT NULL, sum INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (game, name)
        ) WITHOUT ROWID;
INSERT INTO "apart" VALUES(1,'sealed Ana','0.11 Ana disc h2',1056729688);
CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            bots TEXT NOT NULL,
            seed TEXT NOT NULL,
            changes INTEGER NOT NULL DEFAULT 0,
            changed TEXT NOT NULL
        , salt TEXT NOT NULL DEFAULT '', used INTEGER NOT NULL DEFAULT 0, record TEXT NOT NULL DEFAULT '', outline TEXT NOT NULL DEFAULT '', sum INTEGER NOT NULL DEFAULT 0);
INSERT INTO "games" VALUES(1,'Bo=greedy','153d51f0be7bd37b8df771c784e53e0c',1,'2026-11-22T23:14:37.837285+00:00','6fbff9f3b2c1880e013ffa7c845300fb',2,'[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo Cy"]
[Seat "Ana"]
revealed 4P 4R 4T 5R 5T 9R
deal Ana 1T 2T 3P 7R
deal Bo ????   # he sorts them
deal Cy ????
Bo disc h1 = 3
Ana disc h1 = 3
Cy disc v1 = 2
','',3153921883);
INSERT INTO "games" VALUES(2,'','46ca282ff2b142ad1a3c6cc80bd313f2',0,'2026-11-22T23:14:37.851472+00:00','3f4eb0356320c6e1084fdbabd87c2d6b',3,'[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo"]
revealed 1P 2P 3P 4P 5P 5R 6T 9P 9T
deal Ana 1R 3T 6R 8P 8T
deal Bo 1T 7P 7R 8R 9R
Bo disc v2 = 1
Ana disc v1 = 1
Bo pawn 6P = nobody
Ana pawn 1T = Bo
Bo disc v3 = 1
Ana disc R = 2
Bo pawn 3T = Ana
Ana pawn 3R = nobody
Bo disc R = 3
Ana disc h3 = 2
Bo pawn 8P = Ana
Ana pawn 2R = nobody
Ana name 9R Bo = yes
Ana name 8R Bo = yes
Ana name 4R Bo = no
result lost
','',2029067073);
CREATE TABLE store (name TEXT NOT NULL, sum INTEGER NOT NULL DEFAULT 0);
INSERT INTO "store" VALUES('1327a782fc7270dd',2631721142);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',2);
COMMIT;
PRAGMA application_id = 1097884018;
PRAGMA user_version = 4;
