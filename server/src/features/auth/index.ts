export { type Auth, createAuth } from './auth.ts';
