import { randomUUID } from 'node:crypto';
import { Unavailable } from '@azulejo/sdk/manager';

type Answer = Readonly<Record<string, unknown>>;

/** Requests to Zigbee2MQTT itself, below `bridge/request`. */
export type Requests = {
  /** Resolves with the answer. Rejects with Unavailable when it refuses, and when the signal is aborted. */
  send(request: string, body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Answer>;
  /** Settles the request to which this message below `bridge/response` belongs. */
  handleResponse(message: Answer): void;
  /** Rejects all open requests, because Zigbee2MQTT stopped. */
  end(): void;
};

/** Matches answers by the `transaction` of their request, which Zigbee2MQTT repeats. */
export function createRequests(publish: (topic: string, body: unknown) => void): Requests {
  const open = new Map<string, { resolve(answer: Answer): void; reject(error: Unavailable): void }>();
  return {
    send: (request, body, signal) => {
      const transaction = randomUUID();
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const abort = () => reject(new Unavailable('api_unreachable'));
      signal.addEventListener('abort', abort, { once: true });
      open.set(transaction, { resolve, reject });
      publish(`bridge/request/${request}`, { ...body, transaction });
      return promise.finally(() => {
        signal.removeEventListener('abort', abort);
        open.delete(transaction);
      });
    },
    handleResponse: (message) => {
      const { transaction, status } = message;
      const found = typeof transaction === 'string' ? open.get(transaction) : undefined;
      if (status === 'ok') found?.resolve(message);
      else found?.reject(new Unavailable('service_error'));
    },
    end: () => {
      for (const { reject } of open.values()) reject(new Unavailable('api_unreachable'));
    },
  };
}
