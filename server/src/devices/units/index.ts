export { unitHandlers } from './units-routes.ts';
