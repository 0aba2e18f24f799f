import { readFileSync } from 'node:fs';
import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node';
import { sleep, type Timers } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { Place } from './server-bus.ts';
import { MAX_QUEUED_BYTES, type OpenTransport, type TransportEvents } from './transport.ts';

/** How long a batch may be: larger ones would delay those behind them. A value has at most 64 KiB. */
const MAX_BYTES = 256 * 1024;
const RETRY_MS = 200;
const PING_MS = 2_000;
/** How long the end waits for what is not sent yet. */
const END_MS = 2_000;

type Options = {
  /** One address, or several with commas between them. */
  readonly url: string;
  /** The file with the account, which is read for each connection: it may be renewed. */
  readonly credentialsFile?: string | undefined;
  /** The certificates of the authorities that are trusted; those of Node by default. */
  readonly authorityFile?: string | undefined;
  /** The id of the database: several installations may share a NATS server. */
  readonly database: string;
  readonly timers: Timers;
  readonly logger: Pick<Logger, 'warn'>;
};

/** Carries batches over NATS, without JetStream. A place is a subject, so a server receives only its own places. */
export const openNatsTransport =
  ({ database, timers, logger, ...options }: Options): OpenTransport =>
  async (events) => {
    // Most servers have no NATS, so they do not load its client.
    const { connect, credsAuthenticator } = await import('@nats-io/transport-node');
    const { credentialsFile } = options;
    const connection = await connect({
      ...readUrl(options),
      ...(credentialsFile && { authenticator: credsAuthenticator(() => readFileSync(credentialsFile)) }),
      name: 'azulejo',
      maxReconnectAttempts: -1,
      reconnectTimeWait: RETRY_MS,
      reconnectJitter: RETRY_MS,
      pingInterval: PING_MS,
      maxPingOut: 2,
    });
    void follow(connection, events, logger);
    const unflushed = createUnflushed(connection, timers);

    return {
      maxBytes: Math.min(MAX_BYTES, connection.info?.max_payload ?? MAX_BYTES),
      subjectOf: (place) => subjectOf(database, place),
      subscribe(subject) {
        const subscription = connection.subscribe(subject, {
          callback: (error, message) => {
            if (!error) events.received(subject, message.string());
          },
        });
        return { [Symbol.dispose]: () => subscription.unsubscribe() };
      },
      send(subject, batch) {
        const size = Buffer.byteLength(batch);
        if (connection.isClosed() || unflushed.bytes() + size > MAX_QUEUED_BYTES) return false;
        connection.publish(subject, batch);
        unflushed.add(size);
        return true;
      },
      reconnect: () => void connection.reconnect().catch(() => undefined),
      async [Symbol.asyncDispose]() {
        await Promise.race([connection.drain().catch(() => undefined), sleep(timers, END_MS)]);
        await connection.close();
      },
    };
  };

/** Counts what the client keeps until the server has it. */
function createUnflushed(connection: NatsConnection, timers: Options['timers']) {
  let bytes = 0;
  let isFlushing = false;

  function flush(): void {
    if (isFlushing) return;
    isFlushing = true;
    void flushOnce().finally(() => {
      isFlushing = false;
      if (bytes > 0 && !connection.isClosed()) flush();
    });
  }

  async function flushOnce(): Promise<void> {
    const flushed = bytes;
    // It fails when the connection is lost meanwhile; what waits is sent on the next one.
    await connection.flush().catch(() => sleep(timers, RETRY_MS));
    bytes -= flushed;
  }

  return {
    bytes: () => bytes,
    add(size: number): void {
      bytes += size;
      flush();
    },
  };
}

async function follow(
  connection: NatsConnection,
  events: TransportEvents,
  logger: Options['logger'],
): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === 'disconnect') {
      logger.warn('the connection to other servers was lost');
      events.lost();
    } else if (type === 'reconnect') {
      // Batches that the former socket had taken are lost.
      events.dropped();
      events.restored();
    }
  }
}

/** Reads the account from the first address, since the client takes no account from addresses. */
function readUrl({ url, authorityFile }: Pick<Options, 'url' | 'authorityFile'>): ConnectionOptions {
  const addresses = url.split(',').map((each) => new URL(each));
  const [first] = addresses;
  const [user = '', pass = ''] = [first?.username, first?.password].map((each) =>
    decodeURIComponent(each ?? ''),
  );
  return {
    servers: addresses.map(({ host }) => host),
    ...(user !== '' && (pass === '' ? { token: user } : { user, pass })),
    // Without this the client would use TLS if the server offers it, and plain text otherwise.
    ...(first?.protocol === 'tls:' && { tls: authorityFile === undefined ? {} : { caFile: authorityFile } }),
  };
}

/** Returns for example `az.<database>.user.<id>`. */
const subjectOf = (database: string, place: Place): string =>
  ['az', database, ...place.split(':')].map(toToken).join('.');

/** Writes what NATS does not allow in a part of a subject as hexadecimal numbers. */
const toToken = (text: string): string =>
  text.replaceAll(/[^\w-]/gu, (character) => `=${character.codePointAt(0)?.toString(16)}`);
