import type { MessageTrace, TraceLine, TraceRecord, TraceScope } from '../../core/message-trace/index.ts';
import type { Timers } from '../../platform/clock.ts';
import { isWithin } from './message-log-scope.ts';

/** How often a server tells what its pages watch, and after how long without that the others stop. */
export const RENEW_MS = 5_000;
const EXPIRES_MS = 3 * RENEW_MS;
/** Maximum number of lines a second for one watch; others are counted. */
const MAX_PER_SECOND = 50;
/** Maximum number of watches of all other servers. */
const MAX_WATCHES = 200;
/** Maximum number of remembered failures that a new watch gets. */
const MAX_KEPT = 50;
const MAX_LINE_BYTES = 6_000;
const SHORT_LENGTH = 500;
const MAX_GRANTEES = 20;

type Watch = {
  readonly server: string;
  readonly scope: TraceScope;
  expires: number;
  second: number;
  sent: number;
  skipped: number;
};

type Dependencies = {
  messageTrace: MessageTrace;
  timers: Pick<Timers, 'monotonic' | 'setTimer'>;
  lineOf: (record: TraceRecord) => TraceLine;
  /** Returns the remembered failures, oldest first. */
  kept: (scope: TraceScope) => readonly TraceLine[];
};

/** Sends to other servers what their pages watch of the messages of this one, only while they do, and so many a second. */
export function showElsewhere({ messageTrace, timers, lineOf, kept }: Dependencies): void {
  const { shared } = messageTrace;
  let watches = new Map<string, Watch>();
  let watching: Disposable | undefined;
  let timer: Disposable | undefined;

  function send(watch: Watch, lines: readonly TraceLine[]): void {
    const { server, scope, skipped } = watch;
    watch.skipped = 0;
    // Messages between servers are short, so each line is sent alone.
    const last = lines.at(-1);
    for (const line of lines.slice(0, -1))
      shared.emit('traced', { server, scope, line: shortened(line), skipped: 0 });
    shared.emit('traced', { server, scope, line: last && shortened(last), skipped });
  }

  function passed(record: TraceRecord): void {
    const second = Math.floor(timers.monotonic() / 1000);
    for (const watch of watches.values()) {
      if (!isWithin(watch.scope, record)) continue;
      if (watch.second !== second) Object.assign(watch, { second, sent: 0 });
      watch.sent += 1;
      if (watch.sent > MAX_PER_SECOND) watch.skipped += 1;
      else send(watch, [lineOf(record)]);
    }
  }

  function prune(): void {
    const now = timers.monotonic();
    watches = new Map([...watches].filter(([, { expires }]) => expires > now));
    timer?.[Symbol.dispose]();
    timer = watches.size > 0 ? timers.setTimer(EXPIRES_MS, prune) : undefined;
    if (watches.size > 0) watching ??= messageTrace.watch(passed);
    else {
      watching?.[Symbol.dispose]();
      watching = undefined;
    }
  }

  shared.on('watchedElsewhere', ({ server, scopes }) => {
    const before = watches;
    watches = new Map([...before].filter(([, each]) => each.server !== server));
    for (const scope of scopes.slice(0, Math.max(0, MAX_WATCHES - watches.size))) {
      const key = `${server} ${keyOf(scope)}`;
      const known = before.get(key);
      const watch = known ?? { server, scope, expires: 0, second: 0, sent: 0, skipped: 0 };
      watches.set(key, watch);
      watch.expires = timers.monotonic() + EXPIRES_MS;
      if (!known) send(watch, kept(scope).slice(-MAX_KEPT));
      else if (watch.skipped > 0) send(watch, []);
    }
    prune();
  });
}

/** Returns a text that is the same for equal scopes. */
export const keyOf = ({ clientId, userId, channelId }: TraceScope): string =>
  JSON.stringify([clientId, userId, channelId]);

/** Returns the line as it fits into a message between servers. */
function shortened(line: TraceLine): TraceLine {
  const { channel, payload } = line;
  const short = {
    ...line,
    channel: channel && {
      ...channel,
      users: channel.users.slice(0, MAX_GRANTEES),
      applications: channel.applications.slice(0, MAX_GRANTEES),
    },
  };
  if (Buffer.byteLength(JSON.stringify(short)) <= MAX_LINE_BYTES) return short;
  return { ...short, payload: payload?.slice(0, SHORT_LENGTH), bytes: line.bytes ?? payload?.length };
}
