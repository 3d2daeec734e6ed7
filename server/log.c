/* The log on stdout. As text it is one line an event. As JSON (--log json) it also has the way of
 * every command: read, tried, stored, answered, each with the command's id. It names nobody. */
#include "basics.h"
#include "host.h"
#include "json.h"
#include "state.h"
#include "store.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { LINE_MAX_SIZE = 400 };

/* In UTC, with milliseconds where lines come fast. */
static void put_date(char *out, size_t size, bool exact)
{
	struct timespec t;
	struct tm tm;
	size_t n;

	out[0] = '\0';
	clock_gettime(CLOCK_REALTIME, &t);
	if (!gmtime_r(&t.tv_sec, &tm))
		return;
	n = strftime(out, size, "%Y-%m-%dT%H:%M:%S", &tm);
	if (exact)
		snprintf(out + n, size - n, ".%03dZ", (int)(t.tv_nsec / 1000000));
	else
		snprintf(out + n, size - n, "Z");
}

static void begin(struct at_text *t, char *line)
{
	char date[40];

	put_date(date, sizeof date, true);
	at_text_init(t, line, LINE_MAX_SIZE);
	at_json_open(t, NULL, '{');
	at_json_word(t, "time", date);
}

static void end(struct at_text *t)
{
	at_puts(t, "}\n");
	fwrite(t->at, 1, t->len, stdout);
	fflush(stdout);
}

void host_log(const struct host *h, const char *format, ...)
{
	char date[40], words[200], line[LINE_MAX_SIZE];
	struct at_text t;
	va_list args;

	va_start(args, format);
	vsnprintf(words, sizeof words, format, args);
	va_end(args);
	if (h->options.log_json) {
		begin(&t, line);
		at_json_word(&t, "event", words);
		end(&t);
		return;
	}
	put_date(date, sizeof date, false);
	printf("%s %s\n", date, words);
	fflush(stdout);
}

void host_say(const struct host *h, const char *line)
{
	host_log(h, "%s", line);
}

void log_way(const struct host *h, const char *stage, const uint8_t id[AT_ID_SIZE],
	     const char *name, const char *value)
{
	char line[LINE_MAX_SIZE];
	struct at_text t;

	if (!h->options.log_json)
		return;
	begin(&t, line);
	at_json_word(&t, "stage", stage);
	at_json_hex(&t, "id", id, AT_ID_SIZE);
	if (name)
		at_json_word(&t, name, value);
	end(&t);
}

/* Copies the text up to the next quote. */
static void take_word(const char *from, const char *last, char *out, size_t size)
{
	size_t n = 0;

	while (from + n < last && from[n] != '"' && n + 1 < size)
		n++;
	memcpy(out, from, n);
	out[n] = '\0';
}

/* Every answer begins with its type and the command's id, and a refusal goes on with its code. */
void log_answer(const struct host *h, const struct at_text *answer)
{
	static const char type_is[] = "{\"type\":\"", id_is[] = "\",\"id\":\"",
			  code_is[] = "\",\"code\":\"";
	const char *at = answer->at + sizeof type_is - 1, *last = answer->at + answer->len;
	char type[20], id[2 * AT_ID_SIZE + 1], code[20];
	uint8_t bytes[AT_ID_SIZE];

	if (!h->options.log_json || answer->len < sizeof type_is)
		return;
	take_word(at, last, type, sizeof type);
	at += strlen(type);
	if ((size_t)(last - at) < sizeof id_is + sizeof id ||
	    memcmp(at, id_is, sizeof id_is - 1) != 0)
		return;
	at += sizeof id_is - 1;
	take_word(at, last, id, sizeof id);
	if (!host_hex(id, bytes, AT_ID_SIZE))
		return;
	at += 2 * AT_ID_SIZE;
	if ((size_t)(last - at) > sizeof code_is && memcmp(at, code_is, sizeof code_is - 1) == 0)
		take_word(at + sizeof code_is - 1, last, code, sizeof code);
	else
		memcpy(code, "", 1);
	log_way(h, "answered", bytes, code[0] ? "code" : "type", code[0] ? code : type);
}
