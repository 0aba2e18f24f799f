import { EventEmitter } from 'node:events';
import type { Logger } from './logger.ts';

/**
 * An in-process event bus. Listeners must not throw; when one does, it is logged and the others are still
 * called.
 */
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
