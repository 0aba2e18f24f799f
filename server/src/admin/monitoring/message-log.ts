import { LRUCache } from 'lru-cache';
import type { MessageTrace, Told } from '../../core/message-trace/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { Problem } from '../../platform/problem.ts';
import { type Line, toLine } from './message-log-line.ts';
import { createViewer, type Viewer } from './message-log-viewer.ts';

/** What somebody watches; everything where it names nothing. */
export type Scope = {
  clientId?: string | undefined;
  userId?: string | undefined;
  channelId?: string | undefined;
};

/** Failures that are kept of one client and its users, and of how many clients: about 15 MB at the very most. */
const MAX_PER_CLIENT = 30;
const MAX_CLIENTS = 200;
/** Whoever connects says any name: those may not push out what is kept of clients that are known. */
const MAX_STRANGERS = 50;
/** Each looks at every message that passes. */
const MAX_VIEWERS = 20;

type Dependencies = { messageTrace: MessageTrace; clock: Clock };

export type MessageLog = ReturnType<typeof createMessageLog>;

/**
 * What passes between this server and its clients, for whoever watches; and the last failures of each client, kept for who
 * comes late. Nothing of it is stored.
 */
export function createMessageLog({ messageTrace, clock }: Dependencies) {
  const known = new LRUCache<string, Line[]>({ max: MAX_CLIENTS });
  const strangers = new LRUCache<string, Line[]>({ max: MAX_STRANGERS });
  const viewers = new Map<Viewer, Scope>();
  const lines = new WeakMap<Told, Line>();
  let watching: Disposable | undefined;
  // Also after a restart none has a number that a page has seen.
  let last = clock.now() * 1000;

  /** The same line for who keeps it and for all who watch. */
  function lineOf(told: Told): Line {
    const made = lines.get(told);
    if (made) return made;
    last += 1;
    const line = toLine(last, told);
    lines.set(told, line);
    return line;
  }

  messageTrace.onFailure((told) => {
    const ofClients = told.party ? known : strangers;
    const id = told.party?.clientId ?? told.claimedId ?? '';
    const kept = ofClients.get(id) ?? [];
    kept.push(lineOf(told));
    if (kept.length > MAX_PER_CLIENT) kept.shift();
    ofClients.set(id, kept);
  });

  function passed(told: Told): void {
    for (const [viewer, scope] of viewers) if (isWithin(scope, told)) viewer.add(() => lineOf(told));
  }

  return {
    /** The failures that are kept, oldest first. */
    kept: (scope: Scope): Line[] =>
      [...known.values(), ...strangers.values()]
        .flat()
        .filter((line) => isWithin(scope, line))
        .sort((one, other) => one.n - other.n),

    /** From now on, until it is disposed of. Throws `too_many_requests`. */
    watch(scope: Scope): Viewer {
      if (viewers.size >= MAX_VIEWERS)
        throw new Problem('too_many_requests', {
          detail: `${MAX_VIEWERS} pages watch messages already.`,
          headers: { 'Retry-After': '60' },
        });
      const viewer = createViewer(() => {
        viewers.delete(viewer);
        if (viewers.size > 0) return;
        watching?.[Symbol.dispose]();
        watching = undefined;
      });
      viewers.set(viewer, scope);
      watching ??= messageTrace.watch(passed);
      return viewer;
    },

    /** Lets everybody go, since the server stops. */
    stop(): void {
      for (const viewer of viewers.keys()) viewer[Symbol.dispose]();
    },
  };
}

type Concerned = Pick<Told, 'party' | 'claimedId' | 'channel' | 'address'>;

/** Whether it was said by whom the scope names, or on a channel in which that one has a part. */
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
