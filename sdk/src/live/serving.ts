import { ACCESS, type Address, addressKey } from '@azulejo/model';
import type { PlatformMessage } from '../api/types.generated.ts';
import { isLost } from './broker.ts';
import { authorOf } from './changes.ts';
import type { Reports } from './reports.ts';
import { type Handlers, Unavailable } from './types.ts';

/** Passes reads and writes of the client’s own channels to its handlers, and sends their results. */
export type Serving = {
  serve(handlers: Handlers): void;
  /** Handles a message from the broker: `r` and `w`. Queues it until `serve` is called. */
  handleMessage(address: Address, message: PlatformMessage): void;
};

/**
 * Maximum number of requests queued before `serve`. The oldest is dropped, since its
 * requester gives up first.
 */
const MAX_CACHED_QUESTIONS = 1000;

export function createServing(reports: Pick<Reports, 'send'>): Serving {
  let handlers: Handlers | undefined;
  const kept: [Address, PlatformMessage][] = [];
  const busy = new Map<string, Promise<void>>();

  async function answer(serve: Handlers, address: Address, message: PlatformMessage): Promise<void> {
    const { io, data, timestamp } = message;
    const requested = { ...authorOf(message), timestamp };
    try {
      if (io === 'r') {
        const value = await serve.onRead(address, requested);
        if (value !== undefined) await reports.send(address, { io: 'ir', data: value });
      } else {
        const value = await serve.onWrite(address, data, requested);
        await reports.send(address, { io: 'iw', data: value === undefined ? data : value });
      }
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await reports.send({ ...address, property: ACCESS }, { io: 'ir', data: error.access });
    }
  }

  /** Handles the requests of one property one after another, so that its answers keep their order. */
  function enqueue(serve: Handlers, address: Address, message: PlatformMessage): void {
    const key = addressKey(address);
    const before = busy.get(key) ?? Promise.resolve();
    const after = before.then(() => answer(serve, address, message));
    // An error of a handler becomes an unhandled rejection of the program. It does not stop the next request.
    const done = after.catch((error: unknown) => {
      if (!isLost(error)) void Promise.reject(error);
    });
    busy.set(key, done);
    void done.then(() => busy.get(key) === done && busy.delete(key));
  }

  return {
    serve: (given) => {
      if (handlers) throw new TypeError('It is served already.');
      handlers = given;
      for (const [address, message] of kept.splice(0)) enqueue(given, address, message);
    },
    handleMessage: (address, message) => {
      if (message.io !== 'r' && message.io !== 'w') return;
      if (handlers) return enqueue(handlers, address, message);
      kept.push([address, message]);
      if (kept.length > MAX_CACHED_QUESTIONS) kept.shift();
    },
  };
}
