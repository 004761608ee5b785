/* A main program for Lua's library: runs the script that is its first argument. */
#include <stdio.h>

#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

int main(int argc, char **argv) {
    lua_State *state = luaL_newstate();
    if (argc < 2 || state == NULL)
        return 2;
    luaL_openlibs(state);
    int status = luaL_dofile(state, argv[1]);
    if (status != LUA_OK)
        fprintf(stderr, "%s\n", lua_tostring(state, -1));
    lua_close(state);
    return status != LUA_OK;
}
