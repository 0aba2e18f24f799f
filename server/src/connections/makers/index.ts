export { makersFeature } from './feature.ts';
export type { Makers } from './makers.ts';
