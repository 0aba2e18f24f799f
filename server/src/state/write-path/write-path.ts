import type { ClientMessage, ValueAddress } from '@azulejo/contract';
import { LRUCache } from 'lru-cache';
import type { ChannelAccess, Owner } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { Actor, DomainEventBus } from '../../core/domain-events/index.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates, ValueSchemas } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Presence } from '../../platform/presence.ts';
import {
  StorageBusyError,
  StorageClosedError,
  StorageUnavailableError,
} from '../../platform/storage/index.ts';
import type { CommandRecord, Commands } from '../commands/index.ts';
import type { Events } from '../events/index.ts';
import type { History } from '../history/index.ts';
import { createAccept, type InboundMessage, isOwner } from './accept.ts';
import { createBatcher } from './batcher.ts';
import { createCommit } from './commit.ts';
import type { Entry, Report, Write } from './entries.ts';
import { createObserve } from './observe.ts';
import { createFindOverdue } from './overdue.ts';
import { createPendingReads } from './pending-reads.ts';
import type { Planning } from './planning.ts';
import { createRequesterOf } from './requester.ts';
import { createSeedValues } from './seed-values.ts';
import { createSlots } from './slots.ts';
import { createValueValidator } from './value-validator.ts';
import { createWriteLimits } from './write-limits.ts';
import { createWriteQuota, type WriteQuotaSettings } from './write-quota.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  logger: Pick<Logger, 'error'>;
  audit: Audit;
  schemas: ValueSchemas;
  templates: Templates;
  channels: Channels;
  commands: Commands;
  events: Events;
  history: History;
  live: DomainEventBus;
  messageTrace: MessageTrace;
  presence: Presence;
  quota: WriteQuotaSettings;
  /** Whether a distributor works for an application. */
  worksFor: (distributorId: string, applicationId: string) => Promise<boolean>;
  /** Whether a user does not allow that its own phone's reports of this property are stored. */
  isUnwanted: (userId: string, propertyId: string) => Promise<boolean>;
};

/** A device answers at once or not at all; a manager or an application first has to reach a maker's cloud. */
const DEVICE_ANSWER_MS = 5_000;
const CLOUD_ANSWER_MS = 30_000;
/** Readers get the last known value after this time; a later reply still reaches all grantees as a report. */
const READ_MS = 5_000;
/** A sleeping device, or one behind a cloud, may carry out a command minutes later. */
const LATE_MS = 10 * 60_000;
/** Maximum number of remembered unanswered commands; later answers to the oldest become ordinary reports. */
const MAX_UNANSWERED = 10_000;
/** A value younger than this is returned without asking the device again. */
const FRESH_MS = 10_000;

/** Failures of the database, not of a single entry, so that bisecting the batch would not help. */
const OF_THE_DATABASE = [StorageBusyError, StorageClosedError, StorageUnavailableError];

/** The outcome of a report that the user does not allow: known apps take any other status for a failure. */
const UNWANTED = { state: 'refused', answer: undefined, reason: 'not-shared' } as const;
const NOT_SHARED = 'The person does not share this property of the phone, so it is not kept.';
const NO_VALUE = 'A report without "data" says nothing.';

export type WritePath = ReturnType<typeof createWritePath>;

/**
 * The one way in which values change:
 * 1. Accept: the message is checked against the template, the actor's rights and the limits (`accept.ts`).
 * 2. Batch: accepted entries wait for the next batch, in order (`batcher.ts`).
 * 3. Plan: what the batch does is worked out from what is stored, without side effects (`plan*.ts`).
 * 4. Commit: values, history, events and commands are stored in one unit (`commit.ts`).
 * 5. After the commit: subscribers are notified and waiting requests are answered.
 */
export function createWritePath(dependencies: Dependencies) {
  const { clock, audit, templates, live, messageTrace, presence, commands, logger, isUnwanted } =
    dependencies;
  const slotOf = createSlots(createValueValidator(dependencies.schemas));
  const limits = createWriteLimits(clock);
  const quota = createWriteQuota(clock, dependencies.quota);
  const accept = createAccept({ slotOf, limits, quota });
  const planning: Planning = {
    live,
    messageTrace,
    presence,
    times: { commandMs, readMs: READ_MS, lateMs: LATE_MS, freshMs: FRESH_MS },
    reads: createPendingReads(),
    waiting: commands.waiting,
    writers: new Map(),
    unanswered: new LRUCache({ max: MAX_UNANSWERED }),
  };
  const batcher = createBatcher<Entry>({
    work: createCommit(dependencies, planning),
    isOfOne: (error) => !OF_THE_DATABASE.some((kind) => error instanceof kind),
    onEffectFailed: (error) => logger.error({ err: error }, 'an effect of a stored value failed'),
  });
  const requesterOf = createRequesterOf(dependencies.worksFor);
  const findOverdue = createFindOverdue(dependencies, planning);

  const observe = createObserve(dependencies);

  async function accepted(said: Omit<InboundMessage, 'template' | 'requesterId'>) {
    const { templateId, templateVersion } = said.channel;
    const observed = observe(said);
    try {
      const template = await templates.get(templateId, templateVersion);
      const requesterId = await requesterOf(said.actor, said.channel);
      return { entry: accept({ ...said, requesterId, template }), observed };
    } catch (error) {
      observed.refused(error);
      throw error;
    }
  }

  const isRefused = async ({ kind, address }: Entry, { owner }: ChannelAccess): Promise<boolean> =>
    kind === 'report' && owner?.kind === 'user' && (await isUnwanted(owner.id, address.propertyId));

  let settling: Promise<void> = Promise.resolve();
  async function settleOverdue(): Promise<void> {
    limits.forget();
    quota.forget();
    const overdue = await findOverdue();
    const added = await Promise.all(overdue.map((entry) => batcher.add(entry)));
    await Promise.all(added.map(({ done }) => done));
    commands.waiting.release(clock.monotonic());
  }

  return {
    /**
     * Receives a message about a property from an actor that may access the channel. Resolves, in order, once
     * it is accepted; `committed` resolves when it is stored, and it is published after that. A report that
     * the user does not allow to be stored is dropped. Throws `forbidden`, `not_found`, `invalid_value`,
     * `not_writable` or `too_many_writes`; `committed` rejects with `not_found` when the channel was deleted
     * meanwhile.
     */
    async receive(
      actor: Actor,
      channel: ChannelAccess,
      address: ValueAddress,
      message: ClientMessage,
    ): Promise<{ committed: Promise<void> }> {
      const { entry, observed } = await accepted({ actor, channel, address, message });
      if (entry && (await isRefused(entry, channel))) {
        observed.dropped(UNWANTED.reason, NOT_SHARED);
        return { committed: Promise.resolve() };
      }
      if (entry) {
        if (messageTrace.hasObservers) entry.whenStored = () => observed.done(entry);
        return { committed: (await batcher.add(entry)).done };
      }
      observed.dropped('no_value', NO_VALUE);
      // A known app would crash on it (ios-app 4.4).
      audit.refused({ action: 'refused.value.report', actorId: actor.id, targetId: channel.channelId });
      return { committed: Promise.resolve() };
    },

    /**
     * Does the same for one value and resolves when it is stored: a report of the channel's owner, or a
     * command. A report that the user does not allow to be stored is `refused`.
     */
    async put(
      actor: Actor,
      channel: ChannelAccess,
      address: ValueAddress,
      data: unknown,
    ): Promise<CommandRecord> {
      const io = isOwner(actor, channel) ? 'iw' : 'w';
      const { entry, observed } = await accepted({ actor, channel, address, message: { io, data } });
      if (entry?.kind !== 'report' && entry?.kind !== 'write')
        throw new Error('A value was not accepted as one.');
      if (entry.kind === 'report' && (await isRefused(entry, channel))) {
        observed.dropped(UNWANTED.reason, NOT_SHARED);
        return { ...recordOf({ ...entry, timestamp: clock.now() }, actor), ...UNWANTED };
      }
      if (messageTrace.hasObservers) entry.whenStored = () => observed.done(entry);
      await (await batcher.add(entry)).done;
      return recordOf(entry, actor);
    },

    /** Stores the initial values of a new channel. */
    seedValues: createSeedValues(dependencies, slotOf),

    /**
     * Settles commands, and replies to reads, that were not answered in time. Calls run one after another.
     */
    settleOverdue(): Promise<void> {
      settling = settling.then(settleOverdue, settleOverdue);
      return settling;
    },

    /** Waits until everything accepted is stored. */
    drain: () => batcher.drain(),
  };
}

const commandMs = ({ kind }: Owner): number =>
  kind === 'manager' || kind === 'application' ? CLOUD_ANSWER_MS : DEVICE_ANSWER_MS;

function recordOf(entry: Report | Write, actor: Actor): CommandRecord {
  const { address, data } = entry;
  if (entry.kind === 'write') {
    if (!entry.record) throw new Error('A write was committed without a command.');
    return entry.record;
  }
  const timestamp = entry.timestamp ?? 0;
  return {
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
  };
}
