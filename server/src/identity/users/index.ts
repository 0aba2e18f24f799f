export { usersFeature } from './feature.ts';
export { readChanges, readPhoto } from './read-changes.ts';
export { emailKey, USER_PICTURE, type User } from './user.ts';
export { differs } from './user-changes.ts';
export { userExists } from './user-exists.ts';
export { toUserRecord } from './user-record.ts';
export type { Users } from './users.ts';
export { showsSecrets } from './users-routes.ts';
