export { homeApplicationFeature } from './feature.ts';
export type { HomeApplication } from './home-application.ts';
