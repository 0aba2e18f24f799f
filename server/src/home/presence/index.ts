export { presenceFeature, presenceUpdatesFeature } from './feature.ts';
export { recheckPresence } from './recheck.ts';
