#include "upgrade.h"

#include "accept.h"

#include <event2/keyvalq_struct.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

static const char *header(struct evhttp_request *r, const char *name)
{
	const char *value = evhttp_find_header(evhttp_request_get_input_headers(r), name);

	return value ? value : "";
}

/* Is this word in a comma-separated list? */
static bool lists(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (; *list; list += strcspn(list, ",") + (list[strcspn(list, ",")] != '\0')) {
		size_t n = strspn(list, " \t");
		if (strncasecmp(list + n, word, len) == 0 && strchr(" \t,", list[n + len]))
			return true;
	}
	return false;
}

const char *upgrade_refuse(struct evhttp_request *r)
{
	if (evhttp_request_get_command(r) != EVHTTP_REQ_GET ||
	    strcasecmp(header(r, "Upgrade"), "websocket") != 0 ||
	    !lists(header(r, "Connection"), "upgrade"))
		return "This is a WebSocket: ask for an upgrade.\n";
	if (strcmp(header(r, "Sec-WebSocket-Version"), "13") != 0)
		return "Only version 13 of WebSocket is spoken here.\n";
	if (strlen(header(r, "Sec-WebSocket-Key")) != ACCEPT_KEY)
		return "The key of the WebSocket has the wrong length.\n";
	return NULL;
}

void upgrade_answer(struct evhttp_request *r)
{
	struct evkeyvalq *out = evhttp_request_get_output_headers(r);
	char key[ACCEPT_SIZE];

	accept_key(header(r, "Sec-WebSocket-Key"), key);
	evhttp_add_header(out, "Upgrade", "websocket");
	evhttp_add_header(out, "Connection", "Upgrade");
	evhttp_add_header(out, "Sec-WebSocket-Accept", key);
	evhttp_send_reply_start(r, 101, "Switching Protocols");
}
