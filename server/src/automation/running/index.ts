export { runningFeature } from './feature.ts';
