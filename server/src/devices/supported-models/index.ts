export { supportedModelsFeature } from './feature.ts';
