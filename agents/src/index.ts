export type * from './decision.ts';
export type * from './input.ts';
export type * from './state.ts';
