export { userDataFeature } from './feature.ts';
export type { UserData } from './user-data.ts';
export { userTables } from './user-tables.ts';
