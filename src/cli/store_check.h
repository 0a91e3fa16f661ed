#ifndef CLI_STORE_CHECK_H
#define CLI_STORE_CHECK_H

/* `kielwasser store check` and `kielwasser store repair`; `folder` has the journal and the replays
 * of the store, NULL: there are none.  The exit codes. */
int store_check_command(const char *place, const char *folder);
int store_repair_command(const char *place, const char *folder);

#endif
