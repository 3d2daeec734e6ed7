#define _GNU_SOURCE

#include "lan_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <string.h>

#ifdef HAVE_QRENCODE
#include <qrencode.h>
#endif

enum { QUIET = 2 }; /* light modules around the code */

static bool is_everywhere(const char *listen)
{
	return strncmp(listen, "0.0.0.0:", 8) == 0 || strncmp(listen, "[::]:", 5) == 0;
}

/* The first address that other machines can reach; IPv4 is preferred for phones. */
static bool find_address(char out[INET_ADDRSTRLEN])
{
	struct ifaddrs *all, *i;
	bool found = false;

	if (getifaddrs(&all))
		return false;
	for (i = all; i && !found; i = i->ifa_next) {
		const struct sockaddr_in *a = (const void *)i->ifa_addr;
		if (a && a->sin_family == AF_INET && i->ifa_flags & IFF_UP &&
		    !(i->ifa_flags & IFF_LOOPBACK))
			found = inet_ntop(AF_INET, &a->sin_addr, out, INET_ADDRSTRLEN) != NULL;
	}
	freeifaddrs(all);
	return found;
}

#ifdef HAVE_QRENCODE
/* Two modules a character. Light modules are drawn, so that the code is dark on light in any
 * colours. */
static void print_code(FILE *f, const char *text)
{
	static const char *const half[] = {"█", "▄", "▀", " "};
	QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);

	for (int y = -QUIET; code && y < code->width + QUIET; y += 2) {
		for (int x = -QUIET; x < code->width + QUIET; x++) {
			int dark[2] = {0, 0};
			for (int i = 0; i < 2; i++)
				if (x >= 0 && x < code->width && y + i >= 0 && y + i < code->width)
					dark[i] = code->data[(y + i) * code->width + x] & 1;
			fputs(half[2 * dark[1] + dark[0]], f);
		}
		fputc('\n', f);
	}
	QRcode_free(code);
}
#else
static void print_code(FILE *f, const char *text)
{
	(void)text;
	fputs("(No QR code: this program was built without libqrencode.)\n", f);
}
#endif

void lan_address_print(FILE *f, const char *listen, int port, const char *base)
{
	char address[INET_ADDRSTRLEN], url[256];

	if (!is_everywhere(listen))
		return;
	if (!find_address(address)) {
		fputs("This machine has no address in a network.\n", f);
		return;
	}
	snprintf(url, sizeof url, "http://%s:%d%s/", address, port, base);
	fprintf(f, "On a phone in the same network: %s\n", url);
	print_code(f, url);
}
