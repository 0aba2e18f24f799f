export { ownAccountFeature } from './feature.ts';
