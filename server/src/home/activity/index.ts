export { activityFeature } from './feature.ts';
