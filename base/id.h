/* Ids of tables and of commands: random bytes, chosen by whoever makes them. Whoever knows a
 * table's id has access to the table. */
#ifndef AT_ID_H
#define AT_ID_H

enum { AT_ID_SIZE = 16 };

#endif
