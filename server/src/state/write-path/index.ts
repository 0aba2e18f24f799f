export { createWritePath, type WritePath } from './write-path.ts';
export { writeHandlers } from './write-routes.ts';
