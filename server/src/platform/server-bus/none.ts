import type { ServerBus } from './server-bus.ts';

const nothing: Disposable = { [Symbol.dispose]: () => undefined };

/** Creates the bus of a server that is alone. */
export const createNoBus = <Messages extends object>(): ServerBus<Messages> => ({
  isAlone: true,
  hasOthers: () => false,
  publish: () => undefined,
  hold: () => nothing,
  holds: () => false,
  on: () => nothing,
  onGap: () => nothing,
  [Symbol.asyncDispose]: async () => undefined,
});
