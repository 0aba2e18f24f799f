export { writePathFeature } from './feature.ts';
export type { WritePath } from './write-path.ts';
