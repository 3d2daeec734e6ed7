/* The page's files of other versions, shared between nodes (page_files.c). */
#ifndef HOST_PAGE_FILES_H
#define HOST_PAGE_FILES_H

struct host;

void page_files_put(struct host *);  /* stores this node's files for the others */
void page_files_keep(struct host *); /* and again after a long time */
void page_files_free(struct host *);

#endif
