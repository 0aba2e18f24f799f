export type { LiveDependencies } from './dependencies.ts';
export { createLive, type Live } from './live.ts';
export { mayAskFor, maySubscribe, publishTarget } from './rights.ts';
export type { LiveServerBus } from './server-messages.ts';
