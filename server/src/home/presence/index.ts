export { whereaboutsFeature, whereaboutsUpdatesFeature } from './feature.ts';
export { recheckWhereabouts } from './recheck.ts';
