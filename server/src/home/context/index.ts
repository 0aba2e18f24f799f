export { type Context, createContext } from './context.ts';
export { withLocationRetention } from './retention.ts';
