export { homeTimeFeature } from './feature.ts';
export type { HomeTime } from './home-time.ts';
