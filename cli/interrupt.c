#define _POSIX_C_SOURCE 200809L

#include "interrupt.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_bool flag;
static atomic_int caught;

static void interrupt(int sig)
{
	atomic_store(&caught, sig);
	atomic_store(&flag, true);
}

void catch_interrupts(void)
{
	struct sigaction action = {.sa_handler = interrupt,
				   .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

atomic_bool *interrupt_flag(void)
{
	return &flag;
}

int interrupt_signal(void)
{
	return atomic_load(&caught);
}
