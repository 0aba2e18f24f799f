export { portalFeature } from './feature.ts';
