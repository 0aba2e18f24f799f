import { MqttConnection, type MqttCredentials, type Publish, preparePublish } from './mqtt-connection.ts';

/** How long a round waits for messages in transit. */
const TIMEOUT_MS = 20_000;
/** MQTT 3.1.1 acknowledges a refused message like any other (MQTT-3.3.5-2). */
const REFUSED = 'A message that a limit refuses is acknowledged and not delivered.';

type Party = { credentials?: MqttCredentials };

/** The publishers with their topics, and the subscriber that receives all messages. */
export type MqttParties = {
  port: number;
  io: 'r' | 'iw';
  publishers: readonly (Party & { topic: string })[];
  /** `first publisher` receives the answers to its own reads. */
  listener: { filter: string; by: Party | 'first publisher' };
};

/** Messages, in all and per second, each acknowledged and delivered. `asking` is as in `LoadResult`. */
export type MqttResult = { count: number; perSecond: number; asking: number };

export type MqttLoad = Disposable & {
  /** Publishes with `inFlight` unacknowledged messages in total, by the publishers in turn. */
  run(ms: number, inFlight: number): Promise<MqttResult>;
  /** Publishes one message every `everyMs` by the first publisher. Returns each delivery time in ms. */
  time(ms: number, everyMs: number): Promise<number[]>;
};

type Opened = { publishers: { connection: MqttConnection; packet: Publish }[]; receiver: MqttConnection };

/** Connects all clients. Throws when the broker refuses one. */
export async function openMqttLoad({ port, io, publishers, listener }: MqttParties): Promise<MqttLoad> {
  const opened: Opened['publishers'] = [];
  for (const { topic, credentials } of publishers) {
    const connection = await MqttConnection.open(port, credentials);
    opened.push({ connection, packet: preparePublish(topic, io) });
  }
  const { by, filter } = listener;
  const receiver =
    by === 'first publisher' ? opened[0]?.connection : await MqttConnection.open(port, by.credentials);
  if (!receiver) throw new Error('There is no publisher.');
  await receiver.subscribe(filter);
  return {
    run: (ms, inFlight) => run({ publishers: opened, receiver }, ms, inFlight),
    time: (ms, everyMs) => time({ publishers: opened, receiver }, ms, everyMs),
    [Symbol.dispose]: () => {
      for (const { connection } of opened) connection.close();
      receiver.close();
    },
  };
}

async function run(opened: Opened, ms: number, inFlight: number): Promise<MqttResult> {
  const { publishers, receiver } = opened;
  const count = { sent: 0, acknowledged: 0, received: 0 };
  const cpu = process.cpuUsage();
  const started = performance.now();
  const end = started + ms;
  await settled(opened, count, (settle) => {
    const publish = () => {
      const { connection, packet } = publishers[count.sent % publishers.length] as Opened['publishers'][0];
      count.sent += 1;
      connection.publish(packet, count.sent, () => {
        count.acknowledged += 1;
        if (performance.now() < end) publish();
        else settle();
      });
    };
    receiver.received = () => {
      count.received += 1;
      if (count.received >= count.sent) settle();
    };
    for (let each = 0; each < inFlight; each += 1) publish();
  });
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return {
    count: count.sent,
    perSecond: count.sent / seconds,
    asking: (user + system) / 1_000_000 / seconds,
  };
}

async function time(opened: Opened, ms: number, everyMs: number): Promise<number[]> {
  const [publisher] = opened.publishers;
  const sentAt: number[] = [];
  const times: number[] = [];
  const count = { sent: 0, acknowledged: 0, received: 0 };
  let hasEnded = false;
  await settled(opened, count, (settleAll) => {
    const settle = () => hasEnded && settleAll();
    opened.receiver.received = () => {
      times.push(performance.now() - (sentAt[count.received] ?? Number.NaN));
      count.received += 1;
      settle();
    };
    const timer = setInterval(() => {
      sentAt.push(performance.now());
      count.sent += 1;
      hasEnded = count.sent * everyMs >= ms;
      if (hasEnded) clearInterval(timer);
      publisher?.connection.publish(publisher.packet, count.sent, () => {
        count.acknowledged += 1;
        settle();
      });
    }, everyMs);
  });
  return times;
}

type Count = { sent: number; acknowledged: number; received: number };

/**
 * Waits until all messages are acknowledged and delivered. Throws when a connection
 * breaks or a message is lost.
 */
async function settled(
  { publishers, receiver }: Opened,
  count: Count,
  begin: (settle: () => void) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  for (const connection of [...publishers.map((each) => each.connection), receiver])
    connection.failed = reject;
  const timer = setTimeout(
    () => reject(new Error(`Not everything was delivered: ${JSON.stringify(count)}. ${REFUSED}`)),
    TIMEOUT_MS,
  );
  begin(() => {
    if (count.acknowledged === count.sent && count.received >= count.sent) resolve();
  });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
  }
}
