export { createHomes, type Homes, type NewDevice, type Placement } from './homes.ts';
export { homeHandlers } from './homes-routes.ts';
