import pg from 'pg';
import { sleep, type Timers } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { MAX_QUEUED_BYTES, type OpenTransport, type TransportEvents } from './transport.ts';

const CHANNEL = 'azulejo_bus';
/** PostgreSQL takes less than 8,000 bytes in a notification. */
const MAX_BYTES = 7_900;
const BATCHES_PER_QUERY = 100;
const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 12_000;
const RETRY_MS = { first: 100, most: 5_000 };
/** How long the end waits for what is not sent yet. */
const END_MS = 2_000;

type Options = { readonly url: string; readonly timers: Timers; readonly logger: Pick<Logger, 'warn'> };

/**
 * Carries batches as notifications of PostgreSQL. They are sent on a connection of their own, after the commit of the
 * rows that they are about: a `NOTIFY` in the unit that commits would hold one lock of the whole database server until the commit is
 * on the disk, which cuts durable commits to a fifth.
 */
export const openPostgresTransport =
  (options: Options): OpenTransport =>
  async (events) => {
    await using opened = new AsyncDisposableStack();
    const sending = opened.use(await openSending(options, events));
    const listening = opened.use(
      await keepConnected('listen', options, {
        async prepare(client) {
          client.on('notification', ({ payload = '' }) => events.received('', payload));
          await client.query(`listen ${CHANNEL}`);
        },
        lost: events.lost,
        restored: events.restored,
      }),
    );
    const nothing: Disposable = { [Symbol.dispose]: () => undefined };
    const connections = opened.move();
    return {
      maxBytes: MAX_BYTES,
      // Each server receives each batch.
      subjectOf: () => '',
      subscribe: () => nothing,
      send: (_subject, batch) => sending.send(batch),
      reconnect: () => listening.reconnect(),
      [Symbol.asyncDispose]: () => connections.disposeAsync(),
    };
  };

/** Sends one query of up to a hundred batches at a time. Those of a query that failed are sent again. */
async function openSending(options: Options, { dropped }: TransportEvents) {
  const queue: string[] = [];
  let bytes = 0;
  let sending: Promise<void> | undefined;
  const link = await keepConnected('send', options, {
    prepare: async (client) => void (await client.query('set synchronous_commit = off')),
    restored: () => void drain(),
  });

  function remove(count: number): void {
    for (const batch of queue.splice(0, count)) bytes -= Buffer.byteLength(batch);
  }

  async function sendAll(): Promise<void> {
    for (let client = link.client(); client && queue.length > 0; client = link.client()) {
      const batches = queue.slice(0, BATCHES_PER_QUERY);
      try {
        await client.query({
          name: 'azulejo_bus_send',
          text: `select pg_notify('${CHANNEL}', batch) from unnest($1::text[]) as batch`,
          values: [batches],
        });
      } catch (error) {
        if (!isRefusal(error)) {
          link.reconnect();
          return;
        }
        options.logger.warn({ err: error }, 'PostgreSQL refused messages for other servers');
        dropped();
      }
      remove(batches.length);
    }
  }

  function drain(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  return {
    send(batch: string): boolean {
      const size = Buffer.byteLength(batch);
      if (bytes + size > MAX_QUEUED_BYTES) return false;
      queue.push(batch);
      bytes += size;
      void drain();
      return true;
    },
    async [Symbol.asyncDispose]() {
      await Promise.race([drain(), sleep(options.timers, END_MS)]);
      await link[Symbol.asyncDispose]();
    },
  };
}

/** The server's queue of notifications is full (program limit exceeded), or the text cannot be sent at all. */
const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(54|22|53400)/.test(error.code ?? '');

type Connected = {
  readonly prepare: (client: pg.Client) => Promise<void>;
  readonly lost?: () => void;
  readonly restored: () => void;
};

/** Keeps a connection, and makes another one when it is lost. Resolves with the first; rejects when it fails. */
async function keepConnected(purpose: string, { url, timers, logger }: Options, on: Connected) {
  let current: pg.Client | undefined;
  let isEnded = false;

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: `azulejo bus ${purpose}`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    client.on('end', () => isLost(client));
    try {
      await client.connect();
      await on.prepare(client);
    } catch (error) {
      end(client);
      throw error;
    }
    if (isEnded) end(client);
    else current = client;
  }

  function isLost(client: pg.Client): void {
    if (current !== client) return;
    current = undefined;
    logger.warn({ purpose }, 'the connection to other servers was lost');
    on.lost?.();
    void connectAgain();
  }

  async function connectAgain(): Promise<void> {
    for (let ms = RETRY_MS.first; !isEnded && !current; ms = Math.min(2 * ms, RETRY_MS.most)) {
      await connect().catch(() => sleep(timers, ms));
    }
    if (!isEnded) on.restored();
  }

  await connect();
  return {
    client: () => current,
    /** Drops the connection, which a broken network may never report as lost. */
    reconnect(): void {
      const client = current;
      if (!client) return;
      isLost(client);
      end(client);
    },
    async [Symbol.asyncDispose]() {
      isEnded = true;
      const client = current;
      current = undefined;
      // The socket of a broken network never ends.
      await Promise.race([client?.end().catch(() => undefined), sleep(timers, END_MS)]);
    },
  };
}

const end = (client: pg.Client) => void client.end().catch(() => undefined);
