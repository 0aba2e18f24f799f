export { createLive, type Live } from './live.ts';
export { mayAskFor, maySubscribe, publishTarget } from './rights.ts';
