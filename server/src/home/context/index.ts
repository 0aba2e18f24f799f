export { type Context, createContext } from './context.ts';
export { withWhereabouts } from './retention.ts';
