#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

/* Every limit of the server on one page.  Beyond a limit requests are refused politely.  What one
 * connection may queue is in net/conn.h, what one element may hold in xml/reader.h. */

enum {
    LIMIT_SESSIONS = 8192,            /* connections at a time, … */
    LIMIT_SESSIONS_PER_ADDRESS = 256, /* … from one address, but not of this machine */
    LIMIT_VISITORS = 16384,           /* addresses that are known at a time */
    LIMIT_RESERVE = 8,             /* an eighth of connections and rooms is for this machine, … */
    LIMIT_RESERVE_OWN = 128,       /* … a 128th for the owner and programs that we have started */
    LIMIT_JOINS_PER_S = 50,        /* plain joins from one address, … */
    LIMIT_JOINS_LOOPBACK = 100000, /* … or one of this machine */
    LIMIT_FILES_SPARE = 64,        /* descriptors that connections leave for the rest */
    LIMIT_WEB_CONNECTIONS = 4096,  /* of browsers, … */
    LIMIT_WEB_PER_ADDRESS = 512,   /* … from one address, … */
    LIMIT_WEB_LOOPBACK = 2048,     /* … or one of this machine; … */
    LIMIT_WEB_SPARE = 64,          /* with fewer left idle ones are closed */
    LIMIT_REQUESTS_PER_S = 300,    /* of browsers from one address without the token, … */
    LIMIT_REQUESTS_LOOPBACK = 3000, /* … or one of this machine; … */
    LIMIT_BURST_S = 10,             /* … requests or joins of so many seconds may come at once */
    LIMIT_UPLOADS_PER_ADDRESS = 4,  /* files that come in at a time */
    LIMIT_UPLOAD_BYTES_PER_S = 16384,  /* an upload that is slower is closed */
    LIMIT_STREAMS = 1024,              /* event streams that are open at a time, … */
    LIMIT_STREAMS_OWNER = 16,          /* … so many of them only with the owner's token, … */
    LIMIT_STREAMS_PER_ADDRESS = 256,   /* … and without it from one address */
    LIMIT_STREAM_TOPICS = 64,          /* of one stream */
    LIMIT_TOPICS_LINGERING = 4096,     /* topics without followers whose events are kept a while */
    LIMIT_ROOMS = 4096,                /* games at a time */
    LIMIT_SEATS = 16,                  /* of one connection at a time, … */
    LIMIT_SEATS_PER_ADDRESS = 256,     /* … of one address, but not of this machine */
    LIMIT_OBSERVERS = 64,              /* of one room */
    LIMIT_GUEST_GAMES = 64,            /* games that guests have opened, at a time, … */
    LIMIT_GUEST_GAMES_PER_ADDRESS = 8, /* … of one address, … */
    LIMIT_GUEST_STARTS_PER_S = 1,      /* … and so many new ones; … */
    LIMIT_GUEST_STARTS_LOOPBACK = 10,  /* … of this machine; … */
    LIMIT_GUEST_MOVE_MS = 1000,        /* … so long a built-in player thinks there; … */
    LIMIT_GUEST_IDLE_MS = 30 * 60 * 1000, /* … without a move for so long they are called off */
    LIMIT_XML_BYTES = 512 * 1024,         /* memory of one connection's parser and message */
    LIMIT_MESSAGE_BYTES = 256 * 1024,     /* one message that we send */
    LIMIT_RECENT_GAMES = 64,              /* ended games that are still at hand */
    LIMIT_PACE_MS = 60 * 1000,            /* so long a move can be shown before the next one */
    LIMIT_TEST_NAMES = 256,               /* display names whose scores are kept in test mode */
    LIMIT_BOTS = 64,                      /* bots that we run at a time */
    LIMIT_BOTS_KEPT = 64,                 /* bots that have ended and whose last output is kept */
    LIMIT_BOT_LOGS = 200,                 /* files with their output */
    LIMIT_SEAT_LOGS = 16,                 /* games whose messages are written down */
    LIMIT_SEAT_LOG_LINES = 200,           /* of a bot's output written down at one ply */
    LIMIT_PASSWORD_CHECKS = 64,           /* from other machines waiting at a time, … */
    LIMIT_PASSWORDS_PER_ADDRESS = 2,      /* … from one address, … */
    LIMIT_PASSWORDS_LOOPBACK = 48,        /* … or one of this machine; more are refused unseen */
    LIMIT_QUEUE_PLAYER = 1 << 20,         /* bytes that wait for a connection with a seat, … */
    LIMIT_QUEUE_GUEST = 64 * 1024,        /* … or without one and without the password, … */
    LIMIT_QUEUE_REPEAT = 8 * 1024, /* … beyond this a refusal does not repeat the request, … */
    LIMIT_QUEUE_GUESTS = 8 << 20,  /* … nor if more waits for all without the password; */
                                   /* then a player's limit is that of a guest */
    SEARCH_THREADS = 4,            /* of built-in players */
    SEARCH_TABLES_SPARE = 4,       /* search tables that are kept beyond one per thread */
    SEARCH_BYTES_LEAST = 16 << 20, /* a game with a built-in player begins only with so much */
    SEARCHES_TO_TRUST = 16,        /* with enough memory, then one more runs at a time again */
    SEARCH_RETRY_MS = 200,         /* after a lack of memory no search begins so long */

    ARCHIVE_BATCH = 64,            /* replays written in one transaction */
    ARCHIVE_BEHIND_LINES = 500000, /* of the journal wait for the store; then no game begins */
    ARCHIVE_GATHER_MS = 100,       /* how long moves are gathered for one transaction */
    ARCHIVE_ROUND_MS = 200,        /* replays are written before the journal is looked at again */
    ARCHIVE_FORGET_MS = 2000,      /* old games are removed before replays are written */
    ARCHIVE_RETRY_MS = 1000,       /* after the disk has refused */
    ARCHIVE_UNKEPT_MS = 60 * 1000, /* between two lines of the log about games that are not kept */
    ARCHIVE_STOP_MS = 600,         /* for what is still to be written when the server stops */

    DEFAULT_PORT = 13050,
    DEFAULT_SOFT_MS = 2000,
    DEFAULT_HARD_MS = 10000,
    DEFAULT_MESSAGE_GAP_MS = 60,   /* clients that read one message of each chunk need most of it */
    DEFAULT_KEEP = 10000,          /* games and replays, … */
    DEFAULT_KEEP_STRANGERS = 1000, /* … and those between strangers */

    MEMORY_BACK_MS = 10 * 1000, /* memory goes back to the system at most so often, … */
    MEMORY_BACK_AFTER = 128,    /* … after so many connections, seats … are gone */

    TICK_MS = 10,           /* how often deadlines are looked at */
    REFUSAL_TOLD_MS = 1000, /* refused connections with shorter pauses are one line of the log */
    IDLE_AFTER_GAME_MS = 10 * 1000, /* a silent player whose game is over */
    IDLE_AT_START_MS = 600 * 1000,  /* a connection that never wants anything */
    PASSWORD_DELAY_MS = 1000, /* after a wrong password, before the next of this address … */
    PASSWORD_REST_MS = 100,   /* … and of any other is looked at */
    BOT_JOIN_MS = 10 * 1000,  /* a bot that we have started is late after that (--join-ms) */
    BOT_LEAVE_MS = 2000,      /* to go by itself when its game is over … */
    BOT_STOP_MS = 400,        /* … and then to end when asked */
    BOT_TELL_MS = 1000,       /* so often new output of a bot is an event */
    PERSON_ANSWER_MS = 400,   /* a built-in player answers a person not sooner */
    BUILTIN_MOVE_MS = 1700,   /* a built-in player's time for a move, unless it has its own, … */
    LIMIT_BUILTIN_MS = 10 * 1000, /* … of at most this, … */
    BUILTIN_RESERVE_MS = 300,     /* … and so much less than the limit of its seat, … */
    LIMIT_BUILTIN_THREADS = 4,    /* … with as many threads at most */
};

#endif
