export type { LiveDependencies } from './dependencies.ts';
export { createLive, type Live } from './live.ts';
export type { LiveServerBus } from './other-servers.ts';
export { mayAskFor, maySubscribe, publishTarget } from './rights.ts';
