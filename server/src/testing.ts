/* What tests of other workspaces need beside the public entry; no part of the built package. */
export { policies } from './features/access/index.ts';
export { createPasswords } from './platform/passwords.ts';
export { forEachEngine, type Place } from './platform/storage/testing.ts';
