import { setImmediate } from 'node:timers/promises';
import {
  type Broker,
  type BrokerLimits,
  type BrokerRules,
  type BrokerSettings,
  createBroker,
  type InboundMessage,
  listenTcp,
} from '@azulejo/broker';
import { createMetrics } from '@azulejo/server/testing';
import { openRaw, type RawClient } from './protocol-client.ts';
import { connack, connect } from './protocol-wire.ts';

/** Far longer than any step takes on this machine. */
const TIMEOUT_MS = 10_000;

export type Rules = BrokerRules<string>;
export type Published = InboundMessage & { readonly key: string };

/** A broker without the rest of the server, on TCP, with the rules of a test. */
export type Harness = AsyncDisposable & {
  readonly broker: Broker<string>;
  readonly port: number;
  readonly metrics: ReturnType<typeof createMetrics>;
  /** The messages handed to the rules, in that order. */
  readonly published: readonly Published[];
  /** `arrived KEY` and `left KEY`, in order of occurrence. */
  readonly sessionLog: readonly string[];
  /** Opens a connection and takes its CONNACK. Throws when the CONNECT is refused. */
  connect(fields?: Parameters<typeof connect>[0]): Promise<RawClient>;
};

export type HarnessOptions = {
  limits?: Partial<BrokerLimits>;
  rules?: Partial<Rules>;
  now?(): number;
  setTimer?: NonNullable<BrokerSettings<string>['setTimer']>;
  networkOf?(address: string): string | undefined;
  /** Called before the broker ends, which waits for pending commits. */
  ending?(): void;
};

/**
 * Starts a broker that echoes to the publisher. It accepts the password `right`; for `unclear` the lookup
 * fails.
 */
export async function startHarness(options: HarnessOptions = {}): Promise<Harness> {
  const { limits, rules = {}, now, setTimer, networkOf, ending } = options;
  const metrics = createMetrics();
  const published: Published[] = [];
  const sessionLog: string[] = [];
  const broker: Broker<string> = createBroker<string>({
    logger: { debug: () => {}, warn: () => {} },
    metrics,
    limits: { troubleMs: 0, ...limits },
    ...(now && { now }),
    ...(setTimer && { setTimer }),
    ...(networkOf && { networkOf }),
    rules: {
      authenticate: async ({ username, password }) => identify(username, password),
      maySubscribe: (_session, filter) => filter !== 'forbidden',
      snapshot: async function* () {},
      ...rules,
      arrived: ({ key }) => void sessionLog.push(`arrived ${key}`),
      left: ({ key }) => void sessionLog.push(`left ${key}`),
      publish: (session, message) => {
        published.push({ ...message, key: session.key });
        return (rules.publish ?? echo)(session, message);
      },
    },
  });
  const echo: Rules['publish'] = async ({ key }, { topic, payload }) => {
    broker.deliver(key, topic, payload);
    return { committed: Promise.resolve() };
  };
  const listener = await listenTcp(broker, { host: '127.0.0.1', port: 0 });
  const { port } = listener;
  return {
    broker,
    port,
    metrics,
    published,
    sessionLog,
    async connect(fields) {
      const client = await openRaw(port);
      client.send(connect(fields));
      const answer = await client.take(connack(0).length);
      if (answer[3] !== 0) throw new Error(`refused with ${answer[3]}`);
      return client;
    },
    async [Symbol.asyncDispose]() {
      ending?.();
      await listener[Symbol.asyncDispose]();
      await broker[Symbol.asyncDispose]();
    },
  };
}

function identify(username: string | undefined, password: string | undefined) {
  if (password === 'unclear') throw new Error('the database is away');
  return password === 'right' && username !== undefined
    ? { key: `user:${username}`, principal: username }
    : undefined;
}

/** Yields to the event loop until the condition holds. */
export async function until(holds: () => boolean): Promise<void> {
  for (const deadline = Date.now() + TIMEOUT_MS; !holds(); ) {
    if (Date.now() > deadline) throw new Error(`never came true: ${holds}`);
    await setImmediate();
  }
}

export async function countOf(harness: Harness, name: string, labels: string): Promise<number> {
  const text = await harness.metrics.registry.getSingleMetricAsString(name);
  return Number(
    text
      .split('\n')
      .find((line) => line.includes(labels) && line[0] !== '#')
      ?.split(' ')[1] ?? 0,
  );
}
