import { randomUUID } from 'node:crypto';
import type { Log } from '@azulejo/bridge';
import { Unavailable } from '@azulejo/sdk/manager';

type Answer = Readonly<Record<string, unknown>>;

/** What is asked of Zigbee2MQTT, and the device that it is about, if it is about one. */
export type Request = { readonly request: string; readonly device?: string };

/** Requests to Zigbee2MQTT itself, below `bridge/request`. */
export type Requests = {
  /** Resolves with the answer. Rejects with Unavailable when it refuses, and when the signal is aborted. */
  send(asked: Request, body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Answer>;
  /** Settles the request to which this message below `bridge/response` belongs. */
  handleResponse(message: Answer): void;
  /** Rejects all open requests, because Zigbee2MQTT stopped. */
  end(): void;
};

type Open = { resolve(answer: Answer): void; reject(error: Unavailable): void };

/** Matches answers by the `transaction` of their request, which Zigbee2MQTT repeats. */
export function createRequests(publish: (topic: string, body: unknown) => void, log: Log): Requests {
  const open = new Map<string, Open>();
  const unanswered = createUnanswered(log);
  return {
    send: (asked, body, signal) => {
      const transaction = randomUUID();
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const abort = () => {
        unanswered.add(transaction, asked);
        reject(new Unavailable('api_unreachable'));
      };
      signal.addEventListener('abort', abort, { once: true });
      open.set(transaction, {
        resolve: (answer) => {
          unanswered.repeated(asked);
          resolve(answer);
        },
        reject: (error) => {
          if (error.access === 'api_unreachable') unanswered.add(transaction, asked);
          reject(error);
        },
      });
      publish(`bridge/request/${asked.request}`, { ...body, transaction });
      return promise.finally(() => {
        signal.removeEventListener('abort', abort);
        open.delete(transaction);
      });
    },
    handleResponse: (message) => {
      const { transaction, status } = message;
      if (typeof transaction !== 'string') return;
      const found = open.get(transaction);
      if (!found) unanswered.answered(transaction);
      else if (status === 'ok') found.resolve(message);
      else found.reject(new Unavailable('service_error'));
    },
    end: () => {
      for (const { reject } of open.values()) reject(new Unavailable('api_unreachable'));
    },
  };
}

const MAX_UNANSWERED = 20;

/** Logs which requests had no answer in time, and which have it now, for the page of the bridge. */
function createUnanswered(log: Log) {
  const known = new Map<string, Request>();

  function answered(transaction: string): void {
    if (known.delete(transaction)) log('request_answered', { transaction });
  }

  return {
    add: (transaction: string, asked: Request): void => {
      known.set(transaction, asked);
      for (const oldest of [...known.keys()].slice(0, -MAX_UNANSWERED)) known.delete(oldest);
      log('request_unanswered', { transaction, ...asked });
    },
    answered,
    /** The same was asked again, and answered. */
    repeated: ({ request, device }: Request): void => {
      for (const [transaction, each] of [...known])
        if (each.request === request && each.device === device) answered(transaction);
    },
  };
}
