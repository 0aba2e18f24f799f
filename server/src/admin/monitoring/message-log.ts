import { LRUCache } from 'lru-cache';
import type { MessageTrace, TraceRecord, TraceScope } from '../../core/message-trace/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { type Clock, type Timers, tickEvery } from '../../platform/clock.ts';
import { keyOf, RENEW_MS, showElsewhere } from './message-log-elsewhere.ts';
import { type Line, toLine } from './message-log-line.ts';
import { isWithin } from './message-log-scope.ts';
import { createViewer, type Viewer } from './message-log-viewer.ts';

/** Maximum number of failures stored for one client and its users, and of clients: at most about 15 MB. */
const MAX_PER_CLIENT = 30;
const MAX_CLIENTS = 200;
/**
 * Maximum number of unknown clients. Anyone can connect with any name, so these have a separate cache and do not
 * evict known clients.
 */
const MAX_STRANGERS = 50;
/** Maximum number of viewers, because each examines every message. */
const MAX_VIEWERS = 20;

type Dependencies = { messageTrace: MessageTrace; clock: Clock; timers: Timers };

export type MessageLog = ReturnType<typeof createMessageLog>;

/**
 * Streams what passes between the servers and their clients to viewers, and remembers the last failures of each
 * client of this server for viewers that come later. Everything is in memory only.
 */
export function createMessageLog({ messageTrace, clock, timers }: Dependencies) {
  const viewers = new Map<Viewer, TraceScope>();
  const lines = new WeakMap<TraceRecord, Line>();
  let watching: Disposable | undefined;
  // Starting from the time keeps numbers unique for pages across restarts.
  let last = clock.now() * 1000;

  /** Returns the same line for the cache and for all viewers. */
  function lineOf(record: TraceRecord): Line {
    const made = lines.get(record);
    if (made) return made;
    last += 1;
    const line = toLine(last, record);
    lines.set(record, line);
    return line;
  }

  function passed(record: TraceRecord): void {
    for (const [viewer, scope] of viewers) if (isWithin(scope, record)) viewer.add(() => lineOf(record));
  }

  const kept = createKept(messageTrace, lineOf);
  showElsewhere({ messageTrace, timers, lineOf, kept });
  const elsewhere = watchElsewhere({ messageTrace, timers }, viewers, (line) => {
    last += 1;
    return { ...line, n: last };
  });

  return {
    /** Returns the remembered failures of this server, oldest first. */
    kept,

    /** Watches from now on, until the viewer is disposed of. Throws `too_many_requests`. */
    watch(scope: TraceScope): Viewer {
      if (viewers.size >= MAX_VIEWERS) throw tooManyViewers();
      const viewer = createViewer(clock, () => {
        viewers.delete(viewer);
        elsewhere.changed();
        if (viewers.size > 0) return;
        watching?.[Symbol.dispose]();
        watching = undefined;
      });
      viewers.set(viewer, scope);
      watching ??= messageTrace.watch(passed);
      elsewhere.changed();
      return viewer;
    },

    /** Ends all streams, since the server stops. */
    stop(): void {
      for (const viewer of viewers.keys()) viewer[Symbol.dispose]();
    },
  };
}

/** Remembers the last failures of each client; returns a function that finds them, oldest first. */
function createKept(messageTrace: MessageTrace, lineOf: (record: TraceRecord) => Line) {
  const known = new LRUCache<string, Line[]>({ max: MAX_CLIENTS });
  const strangers = new LRUCache<string, Line[]>({ max: MAX_STRANGERS });
  messageTrace.onFailure((record) => {
    const ofClients = record.party ? known : strangers;
    const id = record.party?.clientId ?? record.claimedId ?? '';
    const kept = ofClients.get(id) ?? [];
    kept.push(lineOf(record));
    if (kept.length > MAX_PER_CLIENT) kept.shift();
    ofClients.set(id, kept);
  });
  return (scope: TraceScope): Line[] =>
    [...known.values(), ...strangers.values()]
      .flat()
      .filter((line) => isWithin(scope, line))
      .sort((one, other) => one.n - other.n);
}

/** Asks the other servers for what viewers watch, again and again, and shows them what comes. */
function watchElsewhere(
  { messageTrace: { shared }, timers }: Pick<Dependencies, 'messageTrace' | 'timers'>,
  viewers: ReadonlyMap<Viewer, TraceScope>,
  toLine: (line: Omit<Line, 'n'>) => Line,
) {
  let renewing: Disposable | undefined;
  function ask(): void {
    const scopes = new Map([...viewers.values()].map((scope) => [keyOf(scope), scope]));
    shared.emit('watched', { scopes: [...scopes.values()] });
  }
  shared.on('tracedElsewhere', ({ scope, line, skipped }) => {
    const key = keyOf(scope);
    const shown = line && toLine(line);
    for (const [viewer, each] of viewers) {
      if (keyOf(each) !== key) continue;
      if (shown) viewer.add(() => shown);
      viewer.skip(skipped);
    }
  });
  return {
    /** Called when a viewer came or left. */
    changed(): void {
      ask();
      renewing?.[Symbol.dispose]();
      renewing = viewers.size > 0 ? tickEvery(timers, RENEW_MS, ask) : undefined;
    },
  };
}

const tooManyViewers = () =>
  new ApiError('too_many_requests', {
    detail: `At most ${MAX_VIEWERS} pages can watch messages at the same time.`,
    headers: { 'Retry-After': '60' },
  });
