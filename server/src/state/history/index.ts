export { activityHandlers } from './activity-routes.ts';
export { createHistory, type History } from './history.ts';
export { historyHandlers } from './history-routes.ts';
export type { NewPoint } from './point.ts';
export type { Retention } from './retention.ts';
