#ifndef CLI_STORE_DELETE_H
#define CLI_STORE_DELETE_H

/* kielwasser store delete: games, or everything of a person. */
int store_delete_run(int argc, char **argv);

#endif
