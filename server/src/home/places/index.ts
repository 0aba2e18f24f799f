export { placesFeature } from './feature.ts';
export type { Places } from './places.ts';
