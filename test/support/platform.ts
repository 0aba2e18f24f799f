import { Writable } from 'node:stream';
import { type Config, readConfig, type Server, startServer } from '@azulejo/server';
import {
  createJsonLogger,
  type HashCost,
  type ManualClock,
  manualClock,
  systemClock,
  type Timers,
} from '@azulejo/server/testing';
import type { Place } from '@azulejo/storage/testing';
import { assertDocumented } from './documented.ts';
import { freePorts } from './free-port.ts';

/** A whole platform on free ports of this machine, with a manual clock and its log. */
export type TestPlatform = AsyncDisposable & {
  readonly url: string;
  readonly config: Config;
  /** Settings that start the next platform at the same addresses. */
  readonly environment: Readonly<Record<string, string>>;
  readonly server: Server;
  readonly clock: ManualClock;
  /** Returns all lines logged so far. */
  log(): string;
  /** Sends a request with `token` as Bearer. Follows no redirects. Throws for undocumented replies. */
  request(path: string, init?: RequestInit & { token?: string }): Promise<Response>;
};

export type TestPlatformOptions = {
  place: Place;
  environment?: Readonly<Record<string, string>>;
  clock?: ManualClock;
  /** Jobs run in real time by default: while the clock stands still, mail is sent. */
  timers?: Timers;
  /** What the hash of a password costs; the smallest cost by default. */
  hashCost?: HashCost;
  /** The timers of the membership among several servers; those of the system by default. */
  membershipTimers?: Timers;
  /** The folder of the pages' build; `server/web` by default. */
  web?: string;
};

/**
 * The smallest cost of a hash. The recommended one took a twelfth of the tests' processor time; servers that tests
 * start as processes of their own have it.
 */
const CHEAP_HASH: HashCost = { memoryCost: 8, timeCost: 1 };

/** Starts a platform in `place` (see `forEachEngine`), without a demo unless `environment` asks for one. */
export async function startPlatform({
  place,
  environment = {},
  clock = manualClock(),
  timers = systemClock,
  hashCost = CHEAP_HASH,
  membershipTimers,
  web = process.env['AZULEJO_TEST_WEB'],
}: TestPlatformOptions): Promise<TestPlatform> {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const [http, mqtt, mqtts] = await freePorts(3);
  const free = { HTTP_PORT: String(http), MQTT_PORT: String(mqtt), MQTTS_PORT: String(mqtts) };
  const config = readConfig({
    ...free,
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    DEMO: '0',
    LOG_LEVEL: 'debug',
    ...environment,
  });
  const logger = createJsonLogger(config.logLevel, sink);
  const server = await startServer(config, {
    logger,
    clock,
    timers,
    hashCost,
    ...(membershipTimers === undefined ? {} : { membershipTimers }),
    ...(web === undefined ? {} : { web }),
  });
  return {
    url: config.urls.base,
    config,
    environment: { ...free, ...environment },
    server,
    clock,
    log: () => lines.join(''),
    request: async (path, { token, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
      const response = await fetch(`${config.urls.base}${path}`, { redirect: 'manual', ...init, headers });
      assertDocumented(init.method ?? 'GET', path, response);
      return response;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
