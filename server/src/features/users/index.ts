export { emailKey, type User } from './user.ts';
export { toUserRecord } from './user-record.ts';
export { createUsers, type Users } from './users.ts';
export { userHandlers } from './users-routes.ts';
