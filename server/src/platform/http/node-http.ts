/**
 * The parts of `node:http` that are needed at run time. Importing the module evaluates all its exports,
 * including `WebSocket`, for which Node loads its HTTP client: 750 KB of source that a server does not use.
 */
const http = process.getBuiltinModule('node:http');

export const STATUS_CODES = http.STATUS_CODES;
export const ServerResponse = http.ServerResponse;
