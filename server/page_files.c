/* The page's files of other versions. While nodes of two versions run side by side, a page from one
 * may request its parts from the other. So every node stores its own files and serves missing ones
 * from the store. Only names that change with the content are looked up; files found stay in
 * memory. */
#include "page_files.h"

#include "asset.h"
#include "basics.h"
#include "host.h"
#include "limit.h"
#include "state.h"
#include "store.h"
#include "uptime.h"

#include <stdlib.h>
#include <string.h>

enum {
	FILES_MAX = 64 << 20,        /* bytes in memory */
	LOOKS_A_SECOND = 50,         /* readings for names that may not exist */
	PUT_AGAIN_MS = 86400 * 1000, /* otherwise they would be removed as unused */
};

struct other_file {
	struct other_file *next;
	struct asset asset;
	void *memory;
};

static void put(struct at_write *w)
{
	struct host *h = w->context;

	h->writes--;
	free(w);
}

void page_files_put(struct host *h)
{
	h->files_put = host_uptime();
	for (int i = 0; i < asset_count && h->shared; i++) {
		const struct asset *a = &assets[i];
		struct at_write *w = a->hashed ? calloc(1, sizeof *w) : NULL;
		if (!w)
			continue;
		w->kind = AT_FILE;
		w->file = (struct at_file){.path = a->path, .type = a->type, .etag = a->etag};
		for (int k = 0; k < AT_FILE_BODIES; k++) {
			w->file.body[k].bytes = a->body[k].bytes;
			w->file.body[k].size = a->body[k].size;
		}
		w->done = put;
		w->context = h;
		host_write(h, w);
	}
}

void page_files_keep(struct host *h)
{
	if (host_uptime() - h->files_put >= PUT_AGAIN_MS)
		page_files_put(h);
}

/* The same names as in web/pack.mjs: -0123456789.js, -ABCDEFGH.js. */
static bool is_hashed(const char *path)
{
	const char *dash = strrchr(path, '-'), *dot = dash ? strchr(dash, '.') : NULL;
	size_t len = dot ? (size_t)(dot - dash) - 1 : 0;

	return (len == 10 && strspn(dash + 1, "0123456789abcdef") == len) ||
	       (len == 8 && strspn(dash + 1, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == len);
}

static struct other_file *load(struct host *h, const char *path)
{
	struct other_file *f = calloc(1, sizeof *f);
	struct at_file file = {0};

	if (!f || at_store_file(h->store, path, &file, &f->memory) != AT_STORED || !f->memory) {
		free(f);
		return NULL;
	}
	f->asset =
	    (struct asset){.path = file.path, .type = file.type, .etag = file.etag, .hashed = true};
	for (int k = 0; k < AT_FILE_BODIES; k++) {
		f->asset.body[k].bytes = file.body[k].bytes;
		f->asset.body[k].size = file.body[k].size;
		h->files_size += file.body[k].size;
	}
	return f;
}

const struct asset *host_page_file(struct host *h, const char *path)
{
	struct other_file *f = h->files;

	while (f && strcmp(f->asset.path, path) != 0)
		f = f->next;
	if (f)
		return &f->asset;
	if (!h->shared || h->away || strlen(path) >= AT_FILE_PATH || !is_hashed(path) ||
	    h->files_size > FILES_MAX ||
	    !bucket_take(&h->file_looks, host_uptime(), LOOKS_A_SECOND, LOOKS_A_SECOND))
		return NULL;
	f = load(h, path);
	if (!f)
		return NULL;
	f->next = h->files;
	h->files = f;
	return &f->asset;
}

void page_files_free(struct host *h)
{
	for (struct other_file *f = h->files, *next; f; f = next) {
		next = f->next;
		free(f->memory);
		free(f);
	}
}
