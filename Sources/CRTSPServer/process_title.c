// The arguments of this process as ps and /proc show them to everybody.
#include "CRTSPServer.h"
#include <string.h>

static int count;
static char **arguments;

// glibc hands the arguments to constructors; they lie where ps reads them.
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
  count = argc;
  arguments = argv;
}

void process_title_hide_passwords(void) {
  for (int index = 1; index < count; index++) {
    for (char *mark = strstr(arguments[index], "://"); mark; mark = strstr(mark + 3, "://")) {
      char *authority = mark + 3;
      size_t length = strcspn(authority, "/? \t\n");
      for (char *at = authority + length; at > authority; at--) {
        if (at[-1] != '@') continue;
        memset(authority, '*', at - 1 - authority);
        break;
      }
    }
  }
}
