export { monitoringHandlers } from './monitoring-routes.ts';
