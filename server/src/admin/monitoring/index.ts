export { monitoringFeature } from './feature.ts';
export type { JobState } from './jobs.ts';
export type { Monitoring } from './monitoring.ts';
export { toPortalCheck } from './monitoring-routes.ts';
