/* In place of store_nodes.c, where the program is built without libpq. */
#include "store_laws.h"

void empty_database(const char *at)
{
	(void)at;
}

int store_nodes_tests(const char *at)
{
	(void)at;
	return 0;
}
