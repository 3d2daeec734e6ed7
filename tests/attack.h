/* What attackers send, again and again (attack_bytes.c), and who sends it (attack.c). */
#ifndef ATTACK_H
#define ATTACK_H

#include <stddef.h>
#include <stdint.h>

struct bytes {
	uint8_t *bytes;
	size_t size, room;
};

_Noreturn void attack_die(const char *why);

/* The head of a frame, masked with zeros; it may announce more than follows. Returns its size. */
size_t attack_frame(uint8_t *out, int first, uint64_t announced);

void attack_pings(struct bytes *);
void attack_pongs(struct bytes *);
void attack_bytes(struct bytes *);
void attack_parts(struct bytes *);
void attack_long(struct bytes *);
void attack_huge(struct bytes *);
void attack_tiny(struct bytes *);
void attack_deep(struct bytes *);
void attack_junk(struct bytes *);
void attack_commands(struct bytes *);
void attack_questions(struct bytes *);
void attack_requests(struct bytes *);
void attack_head(struct bytes *);
void attack_nothing(struct bytes *);

#endif
