import type { Address } from '@azulejo/model';
import type { ClientMessage, PlatformMessage } from '../api/types.generated.ts';
import { AzulejoError } from '../errors.ts';
import { withResolvers } from '../with-resolvers.ts';
import { type Broker, isLost } from './broker.ts';
import type { Link } from './link.ts';
import { publishTopic } from './topics.ts';

/** Values reported for the client’s own channels that the platform has not acknowledged yet. */
export type Reports = {
  /**
   * Resolves when the platform has acknowledged the report. Until then each new connection resends it, in
   * order.
   */
  send(address: Address, message: ClientMessage): Promise<void>;
  /** Handles a message from the broker: an `e` refuses a report. */
  handleMessage(address: Address, message: PlatformMessage): void;
  resume(broker: Broker): void;
  fail(error: AzulejoError): void;
};

type Entry = { topic: string; message: ClientMessage; resolve(): void; reject(error: unknown): void };

export function createReports(link: Pick<Link, 'broker'>): Reports {
  const waiting = new Set<Entry>();
  const publish = (broker: Broker, entry: Entry) => {
    const forget = () => waiting.delete(entry);
    broker.publish(entry.topic, entry.message).then(
      () => forget() && entry.resolve(),
      // Only a refusal rejects it; a report that is lost with its connection is sent again.
      (error: unknown) => isLost(error) || (forget() && entry.reject(error)),
    );
  };
  return {
    send: async (address, message) => {
      const { promise, resolve, reject } = withResolvers<void>();
      const entry: Entry = { topic: publishTopic(address), message, resolve, reject };
      waiting.add(entry);
      const broker = link.broker();
      if (broker) publish(broker, entry);
      return promise;
    },
    handleMessage: (address, { io, error }) => {
      if (io !== 'e' || !error) return;
      const topic = publishTopic(address);
      const entry = [...waiting].find((each) => each.topic === topic);
      if (!entry) return;
      waiting.delete(entry);
      entry.reject(refused(error));
    },
    resume: (broker) => {
      for (const entry of waiting) publish(broker, entry);
    },
    fail: (error) => {
      for (const entry of waiting) entry.reject(error);
      waiting.clear();
    },
  };
}

const refused = ({ code, text }: { code: number; text: string }) =>
  new AzulejoError('Refused', `The report was not taken: ${text} (code ${code})`, { code, text });
