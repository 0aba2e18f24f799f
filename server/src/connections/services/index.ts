export { servicesFeature } from './feature.ts';
export type { Services } from './services.ts';
