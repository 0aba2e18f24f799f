export type { Consequences } from './consequences.ts';
export { createRemoval, type Removal } from './removal.ts';
