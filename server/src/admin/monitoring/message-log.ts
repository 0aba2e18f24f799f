import { LRUCache } from 'lru-cache';
import type { MessageTrace, TraceRecord } from '../../core/message-trace/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Line, toLine } from './message-log-line.ts';
import { createViewer, type Viewer } from './message-log-viewer.ts';

/** The filter of a viewer; without members, everything is shown. */
export type Scope = {
  clientId?: string;
  userId?: string;
  channelId?: string;
};

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

type Dependencies = { messageTrace: MessageTrace; clock: Clock };

export type MessageLog = ReturnType<typeof createMessageLog>;

/**
 * Streams what passes between this server and its clients to viewers, and remembers the last failures of each
 * client for viewers that come later. Everything is in memory only.
 */
export function createMessageLog({ messageTrace, clock }: Dependencies) {
  const known = new LRUCache<string, Line[]>({ max: MAX_CLIENTS });
  const strangers = new LRUCache<string, Line[]>({ max: MAX_STRANGERS });
  const viewers = new Map<Viewer, Scope>();
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

  messageTrace.onFailure((record) => {
    const ofClients = record.party ? known : strangers;
    const id = record.party?.clientId ?? record.claimedId ?? '';
    const kept = ofClients.get(id) ?? [];
    kept.push(lineOf(record));
    if (kept.length > MAX_PER_CLIENT) kept.shift();
    ofClients.set(id, kept);
  });

  function passed(record: TraceRecord): void {
    for (const [viewer, scope] of viewers) if (isWithin(scope, record)) viewer.add(() => lineOf(record));
  }

  return {
    /** Returns the remembered failures, oldest first. */
    kept: (scope: Scope): Line[] =>
      [...known.values(), ...strangers.values()]
        .flat()
        .filter((line) => isWithin(scope, line))
        .sort((one, other) => one.n - other.n),

    /** Watches from now on, until the viewer is disposed of. Throws `too_many_requests`. */
    watch(scope: Scope): Viewer {
      if (viewers.size >= MAX_VIEWERS) throw tooManyViewers();
      const viewer = createViewer(clock, () => {
        viewers.delete(viewer);
        if (viewers.size > 0) return;
        watching?.[Symbol.dispose]();
        watching = undefined;
      });
      viewers.set(viewer, scope);
      watching ??= messageTrace.watch(passed);
      return viewer;
    },

    /** Ends all streams, since the server stops. */
    stop(): void {
      for (const viewer of viewers.keys()) viewer[Symbol.dispose]();
    },
  };
}

const tooManyViewers = () =>
  new ApiError('too_many_requests', {
    detail: `At most ${MAX_VIEWERS} pages can watch messages at the same time.`,
    headers: { 'Retry-After': '60' },
  });

type Concerned = Pick<TraceRecord, 'party' | 'claimedId' | 'channel' | 'address'>;

/**
 * Returns whether the message was sent by the party that the scope names, or on a channel that this party may
 * access.
 */
function isWithin({ clientId, userId, channelId }: Scope, concerned: Concerned): boolean {
  if (channelId !== undefined) return concerned.address?.channelId === channelId;
  if (userId !== undefined) return concernsUser(userId, concerned);
  return clientId === undefined || concernsClient(clientId, concerned);
}

function concernsUser(id: string, { party, channel }: Concerned): boolean {
  if (party?.kind === 'user' && party.id === id) return true;
  return channel?.users.some((user) => user.id === id) ?? false;
}

function concernsClient(id: string, { party, claimedId, channel }: Concerned): boolean {
  if (party?.clientId === id || claimedId === id) return true;
  if (!channel) return false;
  const { owner, applications, users } = channel;
  const isOwner = owner !== undefined && 'id' in owner && owner.id === id;
  return isOwner || applications.includes(id) || users.some(({ clientId }) => clientId === id);
}
