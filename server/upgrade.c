#include "upgrade.h"

#include "accept.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *header(const struct request *r, const char *name)
{
	const char *value = request_header(r, name);

	return value ? value : "";
}

/* Sixteen bytes in base64; the remaining bits of the last digit are ignored. */
static bool is_key(const char *key)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	return strlen(key) == ACCEPT_KEY && strspn(key, digits) == ACCEPT_KEY - 2 &&
	       strcmp(key + ACCEPT_KEY - 2, "==") == 0;
}

const char *upgrade_refuse(const struct request *r)
{
	if (r->http.method != HTTP_GET || !r->http.minor ||
	    strcasecmp(header(r, "Upgrade"), "websocket") != 0 ||
	    !http_lists(&r->http, "Connection", "upgrade"))
		return "This is a WebSocket: ask for an upgrade.\n";
	if (strcmp(header(r, "Sec-WebSocket-Version"), "13") != 0)
		return "Only version 13 of WebSocket is spoken here.\n";
	if (!is_key(header(r, "Sec-WebSocket-Key")))
		return "The key of the WebSocket is not 16 bytes in base64.\n";
	return NULL;
}

size_t upgrade_answer(const struct request *r, char out[UPGRADE_MAX])
{
	char key[ACCEPT_SIZE];

	accept_key(header(r, "Sec-WebSocket-Key"), key);
	return (size_t)snprintf(out, UPGRADE_MAX,
				"HTTP/1.1 101 Switching Protocols\r\n"
				"Upgrade: websocket\r\nConnection: Upgrade\r\n"
				"Sec-WebSocket-Accept: %s\r\n%.*s\r\n",
				key, (int)r->said_len, r->said);
}
