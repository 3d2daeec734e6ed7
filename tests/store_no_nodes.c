/* Used instead of store_nodes.c if the program is built without libpq. */
#include "store_laws.h"

void empty_database(const char *at)
{
	(void)at;
}

void meddle_database(const char *at, const char *sql)
{
	(void)at, (void)sql;
}

void two_databases_share_people_and_tables(void **state)
{
	(void)state;
}

int store_nodes_tests(const char *at)
{
	(void)at;
	return 0;
}
