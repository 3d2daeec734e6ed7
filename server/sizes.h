/* Sizes and limits of the host, in one place. */
#ifndef HOST_SIZES_H
#define HOST_SIZES_H

enum {
	PROTOCOL_VERSION = 1,
	PICTURES = 64,        /* to choose from */
	OUT_SIZE = 768 << 10, /* the longest message: a view and the events of a step */
	TABLE_BUCKETS = 1 << 14,
	GUEST_BUCKETS = 1 << 12,
	MINE_BUCKETS = 1 << 12,
	WATCH_MAX = 32,          /* tables a socket */
	GUEST_SOCKETS = 64,      /* sockets a guest */
	GUEST_TABLES = 100,      /* unfinished tables a guest has made */
	QUEUE_MAX = 64,          /* commands queued for a table */
	STORE_QUEUE = 4096,      /* writes queued for the store */
	STORE_MANY = 32,         /* with this many, commands of those who ask for most wait */
	BURST = 4,               /* seconds of commands at once */
	FORGIVEN = 200,          /* refusals with too-fast before the socket is closed */
	CHAT_MAX = 5000,         /* lines a table */
	SLEEP_MS = 60000,        /* a table that nobody watches is released from memory, */
	SLEEP_UNSEEN_MS = 12000, /* earlier if nobody came, but after a pause (COMPANY_PAUSE_MS), */
	SLEEP_SOON_MS = 1000,    /* and still earlier if this many are awake: */
	AWAKE_MANY = 4096,
	REST_MS = 1000,       /* the pause after the store has failed */
	EVENTS_AT_ONCE = 500, /* older events in one answer */
	LOBBY_MAX = 50,
	KNOWN_GUESTS = 512, /* cached guests; other nodes may change them, so for no longer than: */
	KNOWN_MS = 10000,
	TRIES_MAX = 8,         /* of a command, if other nodes are first */
	AWAY_MS = 5000,        /* then a node without a database disconnects its clients */
	BEFORE_MS = 1000,      /* how late a bot is before people are told how many come first; */
	BEFORE_MAX_MS = 16000, /* they are told again after twice as long, at most this */
};

#endif
