import { EventEmitter } from 'node:events';
import type { Logger } from './logger.ts';

/** News for whoever listens in this process. Who listens must not throw; when one does, it is logged and the rest hear. */
export type Bus<Events extends Record<string, unknown>> = {
  emit<Name extends keyof Events & string>(name: Name, event: Events[Name]): void;
  on<Name extends keyof Events & string>(name: Name, listener: (event: Events[Name]) => void): Disposable;
};

export function createBus<Events extends Record<string, unknown>>(
  logger: Pick<Logger, 'error'>,
): Bus<Events> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    emit: (name, event) => {
      for (const listener of emitter.listeners(name)) {
        try {
          listener(event);
        } catch (error) {
          logger.error({ err: error, event: name }, 'a listener of the bus failed');
        }
      }
    },
    on: (name, listener) => {
      emitter.on(name, listener);
      return { [Symbol.dispose]: () => void emitter.off(name, listener) };
    },
  };
}
