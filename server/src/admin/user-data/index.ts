export { createUserData, type UserData } from './user-data.ts';
export { userTables } from './user-tables.ts';
