export { createMakers, type Makers } from './makers.ts';
