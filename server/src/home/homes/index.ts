export { homesFeature } from './feature.ts';
export type { Homes, NewDevice } from './homes.ts';
export type { Placement } from './place-device.ts';
