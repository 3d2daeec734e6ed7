#define _POSIX_C_SOURCE 200809L

#include "files.h"

#include "command.h"
#include "position.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int too_large(const char *name, size_t max)
{
	return bad_input("%s: larger than %zu MiB: this is not what is expected here", name,
			 max >> 20);
}

/* Reads to the end; the array grows with the input, to max at most. */
static int read_all(struct file *file, int fd, size_t max)
{
	size_t room = 1 << 16;

	file->text = malloc(room);
	while (file->text) {
		ssize_t got = read(fd, file->text + file->len, room - file->len);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return bad_input("%s: %s", file->name, strerror(errno));
		if (got == 0)
			return 0;
		file->len += (size_t)got;
		if (file->len > max)
			return too_large(file->name, max);
		if (file->len == room) {
			char *more = realloc(file->text, room *= 2);
			if (!more)
				break;
			file->text = more;
		}
	}
	return bad_input("%s: there is not enough memory", file->name);
}

int file_read(struct file *file, const char *name, size_t max)
{
	struct stat about;
	bool from_stdin = strcmp(name, "-") == 0;
	int fd = from_stdin ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
	int code;

	*file = (struct file){.name = from_stdin ? "standard input" : name};
	if (fd < 0 || fstat(fd, &about) < 0)
		code = bad_input("%s: %s", file->name, strerror(errno));
	else if (S_ISDIR(about.st_mode))
		code = bad_input("%s: this is a folder, not a file", file->name);
	else if (S_ISREG(about.st_mode) && about.st_size > (off_t)max)
		code = too_large(file->name, max);
	else
		code = read_all(file, fd, max);
	if (!from_stdin && fd >= 0)
		close(fd);
	if (code)
		file_release(file);
	return code;
}

void file_release(struct file *file)
{
	free(file->text);
	file->text = NULL;
	file->len = 0;
}

int make_folder(const char *name)
{
	char *path = strdup(name);
	struct stat about;
	bool made = path != NULL;

	for (char *at = path; made && *at;) {
		char after;
		at += strspn(at, "/");
		at += strcspn(at, "/");
		after = *at;
		*at = '\0';
		made = mkdir(path, 0777) == 0 || errno == EEXIST;
		*at = after;
	}
	made = made && stat(name, &about) == 0;
	if (made && !S_ISDIR(about.st_mode)) {
		errno = ENOTDIR;
		made = false;
	}
	free(path);
	return made ? 0 : bad_input("%s: %s", name, strerror(errno));
}

int bad_text(const struct file *file, const struct at_fail *fail)
{
	if (fail->line)
		return bad_input("%s:%u: %s", file->name, fail->line, fail->why);
	return bad_input("%s: %s", file->name, fail->why);
}

int read_position(const struct at_game *game, const char *name, struct at_state *out)
{
	struct file file;
	struct at_fail fail;
	int code = file_read(&file, name, POSITION_FILE_MAX);

	if (code)
		return code;
	if (at_parse_position(file.text, file.len, out, &fail))
		code = bad_text(&file, &fail);
	else if (at_game_of(out) != game)
		code = bad_input("%s: this is a position of %s, not of %s", file.name,
				 at_game_of(out)->name, game->name);
	file_release(&file);
	return code;
}
