export { createHistory, type History } from './history.ts';
export type { NewPoint } from './point.ts';
