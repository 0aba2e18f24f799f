import type { ClientMessage, ValueAddress } from '@azulejo/contract';
import type { ChannelAccess, UsableChannel } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { Actor } from '../../core/domain-events/index.ts';
import type { MessageTrace, TraceEntry, Via } from '../../core/message-trace/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { currentTick } from '../../platform/coalesce-per-tick.ts';
import type { CommandRecord } from '../commands/index.ts';
import { type createAccept, type InboundMessage, isOwner } from './accept.ts';
import type { WriteBatcher } from './automation-work.ts';
import type { Entry, Outcome, Replaced, Report } from './entries.ts';

type Dependencies = {
  clock: Clock;
  audit: Audit;
  templates: Templates;
  messageTrace: MessageTrace;
  accept: ReturnType<typeof createAccept>;
  batcher: WriteBatcher;
  worksFor: (distributorId: string, applicationId: string) => Promise<boolean>;
  isUnwanted: (userId: string, propertyId: string) => Promise<boolean>;
};

/** The outcome of a report that the user does not allow: known apps take any other status for a failure. */
const UNWANTED = { state: 'refused', answer: undefined, reason: 'not-shared' } as const;
const NOT_SHARED = 'The person does not share this property of the phone, so it is not kept.';
const NO_VALUE = 'A report without "data" says nothing.';

type PutOptions = { readonly replaces?: Replaced | undefined; readonly arrival?: number };

/** Takes messages and values from actors: accepts them, and adds them to the next batch. */
export function createReceive(dependencies: Dependencies) {
  const { clock, audit } = dependencies;
  const accepted = createAccepted(dependencies);
  const isRefused = createIsRefused(dependencies);
  const add = createAdd(dependencies);
  return {
    /**
     * Receives a message about a property from an actor that may access the channel. Resolves, in order, once
     * it is accepted; `committed` resolves when it is stored, and it is published after that. A report that
     * the user does not allow to be stored is dropped. Throws `forbidden`, `not_found`, `invalid_value`,
     * `not_writable` or `too_many_writes`; `committed` rejects with `not_found` when the channel was deleted
     * meanwhile. `arrival` is the tick in which the message arrived: from before the database was out of reach, it is
     * not stored.
     */
    async receive(
      actor: Actor,
      channel: UsableChannel,
      address: ValueAddress,
      message: ClientMessage,
      arrival = currentTick(),
    ): Promise<{ committed: Promise<unknown> }> {
      const { entry, observed } = await accepted({ actor, channel, address, message });
      if (entry && (await isRefused(entry, channel))) {
        observed.dropped(UNWANTED.reason, NOT_SHARED);
        return { committed: Promise.resolve() };
      }
      if (entry) return { committed: (await add(entry, observed, arrival)).done };
      observed.dropped('no_value', NO_VALUE);
      // A known app would crash on it (ios-app 4.4).
      audit.refused({ action: 'refused.value.report', actorId: actor.id, targetId: channel.channelId });
      return { committed: Promise.resolve() };
    },

    /**
     * Does the same for one value and resolves when it is stored: a report of the channel's owner, or a
     * command. A report that the user does not allow is `refused`. One with `replaces` is left out, with the
     * time 0, when another value is stored by then.
     */
    async put(
      actor: Actor,
      channel: UsableChannel,
      address: ValueAddress,
      data: unknown,
      { replaces, arrival = currentTick() }: PutOptions = {},
    ): Promise<CommandRecord> {
      const message: ClientMessage = { io: isOwner(actor, channel) ? 'iw' : 'w', data };
      const { entry, observed } = await accepted({ actor, channel, address, message, replaces });
      if (entry?.kind === 'write') return (await add(entry, observed, arrival)).done;
      if (entry?.kind !== 'report') throw new Error('A value was not accepted as one.');
      if (await isRefused(entry, channel)) {
        observed.dropped(UNWANTED.reason, NOT_SHARED);
        return { ...recordOf(entry, actor, clock.now()), ...UNWANTED };
      }
      const timestamp = await (await add(entry, observed, arrival)).done;
      return recordOf(entry, actor, timestamp ?? 0);
    },
  };
}

/** Returns a function that adds an entry to the next batch, and traces its outcome when somebody observes. */
const createAdd =
  ({ messageTrace, batcher }: Dependencies) =>
  <E extends Entry>(entry: E, { done }: Observed, arrival: number) =>
    batcher.add(
      messageTrace.hasObservers ? { ...entry, whenStored: (outcome) => done(entry, outcome) } : entry,
      arrival,
    );

/** Returns a function that says whether a user does not allow that a report is stored. */
const createIsRefused =
  ({ isUnwanted }: Dependencies) =>
  async ({ kind, address }: Entry, { owner }: ChannelAccess): Promise<boolean> =>
    kind === 'report' && owner?.kind === 'user' && (await isUnwanted(owner.id, address.propertyId));

/** Returns a function that accepts a message, and traces it when it is refused. */
function createAccepted(dependencies: Dependencies) {
  const { accept, templates, worksFor } = dependencies;
  const observe = createObserve(dependencies);
  const requesterOf = createRequesterOf(worksFor);
  return async (inbound: Omit<InboundMessage, 'template' | 'requesterId'>) => {
    const { templateId, templateVersion } = inbound.channel;
    const observed = observe(inbound);
    try {
      const template = await templates.get(templateId, templateVersion);
      const requesterId = await requesterOf(inbound.actor, inbound.channel);
      return { entry: accept({ ...inbound, requesterId, template }), observed };
    } catch (error) {
      observed.refused(error);
      throw error;
    }
  };
}

const recordOf = ({ address, data }: Report, actor: Actor, timestamp: number): CommandRecord => ({
  id: undefined,
  ...address,
  state: 'done',
  data,
  sender: actor.clientId,
  onBehalfOf: actor.kind === 'user' ? actor.id : undefined,
  created: timestamp,
  deadline: undefined,
  settled: timestamp,
  answer: data,
  reason: undefined,
  chain: undefined,
});

type UncheckedMessage = Omit<InboundMessage, 'template' | 'requesterId'>;

type Observed = ReturnType<ReturnType<typeof createObserve>>;

/** Publishes messages on channels, and their outcome, to the message trace. */
function createObserve({ messageTrace, clock }: { messageTrace: MessageTrace; clock: Clock }) {
  return (inbound: UncheckedMessage) => {
    const [at, begun] = [clock.now(), clock.monotonic()];
    return {
      refused: (error: unknown): void => messageTrace.refused({ at, ...passedOf(inbound) }, error),

      /** Called when a message was accepted but not stored. */
      dropped: (code: string, text: string): void =>
        messageTrace.failed({ at, ...passedOf(inbound), result: 'refused', reason: { code, text } }),

      /**
       * Called when an entry was handled: a report is stored by now, or was left out and has no outcome; the answer
       * to a read or write comes later.
       */
      done({ kind }: Entry, outcome: Outcome): void {
        const isReport = kind === 'report';
        if (!messageTrace.hasObservers || (isReport && outcome === undefined)) return;
        const result = isReport ? 'stored' : 'accepted';
        messageTrace.passed({ at, ...passedOf(inbound), result, tookMs: clock.monotonic() - begun });
      },
    };
  };
}

function passedOf(inbound: UncheckedMessage): Omit<TraceEntry, 'result'> {
  const { actor, channel, address, message } = inbound;
  const { io, data } = message;
  return { kind: 'message', direction: 'in', via: viaOf(inbound), party: actor, channel, address, io, data };
}

function viaOf({ actor, channel }: UncheckedMessage): Via {
  if (actor.session !== undefined) return 'mqtt';
  return channel.owner?.kind === 'virtual' && isOwner(actor, channel) ? 'virtual' : 'http';
}

/**
 * Finds the user on whose behalf the owner receives a request, since managers drop requests that name no user
 * (manager-sdk 4.1). Returns the actor's own id where the channel has no such user.
 * 1. The actor itself, if it is a user.
 * 2. The user with the oldest grant among those of the actor's application.
 * 3. The same for an application that the actor works for as a distributor.
 */
function createRequesterOf(worksFor: (distributorId: string, applicationId: string) => Promise<boolean>) {
  return async ({ kind, id, clientId }: Actor, { users, owner }: ChannelAccess): Promise<string> => {
    if (kind === 'user' || owner === undefined || !('id' in owner) || owner.id === id) return id;
    const own = users.find((user) => user.clientId === clientId);
    if (own) return own.id;
    for (const applicationId of new Set(users.map((user) => user.clientId)))
      if (await worksFor(clientId, applicationId))
        return users.find((user) => user.clientId === applicationId)?.id ?? id;
    return id;
  };
}
