export { createLive, type Live, type LiveDependencies } from './live.ts';
export { mayAskFor, maySubscribe, publishTarget } from './rights.ts';
