export { scenesFeature } from './feature.ts';
