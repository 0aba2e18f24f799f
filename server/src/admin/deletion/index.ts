export { deletionFeature } from './feature.ts';
export type { Consequences } from './read-models/consequences.ts';
export type { Removal } from './removal.ts';
