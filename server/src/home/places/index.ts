export { placesFeature } from './feature.ts';
export { hasPosition } from './place.ts';
export type { Places } from './places.ts';
