export { workersFeature } from './feature.ts';
