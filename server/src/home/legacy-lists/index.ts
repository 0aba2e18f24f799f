export { cardHandlers, shortcutHandlers, workerHandlers } from './legacy-lists-routes.ts';
