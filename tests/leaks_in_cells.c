/* Part of programs that are built with AddressSanitizer.  At its end it looks for leaks by tracing
 * the process, which a cell refuses (net/cell_filter.h): there it must not try. */

#include <sys/prctl.h>

int __lsan_is_turned_off(void);

int __lsan_is_turned_off(void) { return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) != 0; }
