export { createHomes, type Homes, type NewDevice } from './homes.ts';
