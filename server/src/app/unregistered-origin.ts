import type { FastifyInstance } from 'fastify';
import type { Db, Transaction } from '../database/index.ts';
import { readSetting, writeSetting } from '../database/settings.ts';
import { ApiError } from '../platform/api-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';

/** An origin whose pages were refused, and when. */
export type RefusedOrigin = { readonly origin: string; readonly at: number };

const SETTING = 'refused_origins';
/**
 * Each origin is logged once in this time, and no more than one of all, because anybody may send preflights.
 */
const REPORT_MS = 3600 * 1000;
const MAX_REPORTED = 20;
const MAX_STORED = 5;
const MAX_ORIGIN_LENGTH = 200;

type Options = { db: Db; clock: Clock; logger: Logger };

/**
 * Refuses preflights of web pages whose origin no application has, and says why. Without that, a developer
 * sees only that the browser blocked the call. The origin goes to the log and to `doctor`.
 */
export function refuseUnregisteredOrigins(app: FastifyInstance, { db, clock, logger }: Options): void {
  const isNew = createLimiter(clock);
  // The plugin has answered the preflights of registered origins before.
  app.addHook('onRequest', ({ method, headers }, _reply, done) => {
    const { origin } = headers;
    const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'];
    if (!isPreflight || origin === undefined) return done();
    const name = nameOf(origin);
    if (isNew(name)) {
      logger.warn({ origin: name }, 'a web page was refused: no application has its origin');
      // The request does not wait for it.
      db.write((tx) => store(tx, { origin: name, at: clock.now() })).catch((err: unknown) =>
        logger.warn({ err }, 'the refused origin could not be recorded'),
      );
    }
    const detail = `No application has the origin ${name}. Add it in the portal, or run azulejo application update CLIENT_ID with --origin ${name} and the origins that the application has.`;
    done(new ApiError('forbidden', { detail }));
  });
}

/** Returns the origin as browsers write it: `scheme://host[:port]`, or `null` for anything else. */
function nameOf(origin: string): string {
  const isOrigin = origin.length <= MAX_ORIGIN_LENGTH && /^[a-z][a-z0-9+.-]*:\/\/[\w.:[\]-]+$/i.test(origin);
  return isOrigin ? origin : 'null';
}

function createLimiter(clock: Clock): (origin: string) => boolean {
  const reported = new Set<string>();
  let until = Number.NEGATIVE_INFINITY;
  return (origin) => {
    if (clock.monotonic() >= until) {
      reported.clear();
      until = clock.monotonic() + REPORT_MS;
    }
    if (reported.has(origin) || reported.size >= MAX_REPORTED) return false;
    reported.add(origin);
    return true;
  };
}

async function store(tx: Transaction, refused: RefusedOrigin): Promise<void> {
  const others = (await readRefusedOrigins(tx)).filter(({ origin }) => origin !== refused.origin);
  await writeSetting(tx, SETTING, JSON.stringify([refused, ...others].slice(0, MAX_STORED)));
}

/** Returns the origins that were refused last, the newest first. */
export async function readRefusedOrigins(reader: Pick<Transaction, 'selectFrom'>): Promise<RefusedOrigin[]> {
  const value = await readSetting(reader, SETTING);
  return value === undefined ? [] : (JSON.parse(value) as RefusedOrigin[]);
}
