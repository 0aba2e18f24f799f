export { readChanges, readPhoto } from './read-changes.ts';
export { emailKey, USER_PICTURE, type User } from './user.ts';
export { differs } from './user-changes.ts';
export { toUserRecord } from './user-record.ts';
export { createUsers, type Users } from './users.ts';
export { showsSecrets, userHandlers } from './users-routes.ts';
