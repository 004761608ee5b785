/* Answers the SQL statements of a file, one a line, in a database in memory or in the file that is the
   second argument: each row on a line, or the error. */
#include <stdio.h>
#include <string.h>

#include "sqlite3.h"

static int print_row(void *context, int count, char **values, char **names) {
    (void)context;
    (void)names;
    for (int i = 0; i < count; i++)
        printf("%s%s", i ? "|" : "", values[i] ? values[i] : "NULL");
    printf("\n");
    return 0;
}

int main(int argc, char **argv) {
    static char line[1 << 16];
    sqlite3 *database = NULL;
    FILE *statements = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!statements || sqlite3_open(argc > 2 ? argv[2] : ":memory:", &database) != SQLITE_OK)
        return 2;
    int number = 0;
    while (fgets(line, sizeof line, statements)) {
        char *error = NULL;
        if (line[0] == '\n' || strncmp(line, "--", 2) == 0)
            continue;
        printf("# %d\n", ++number);
        if (sqlite3_exec(database, line, print_row, NULL, &error) != SQLITE_OK) {
            printf("error: %s\n", error ? error : "without a message");
            sqlite3_free(error);
        }
    }
    fclose(statements);
    return sqlite3_close(database) != SQLITE_OK;
}
