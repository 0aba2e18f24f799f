import type { ValueAddress } from '@azulejo/contract';
import { StorageBusyError, StorageClosedError, StorageUnavailableError } from '@azulejo/storage';
import type { Owner } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { DomainEventBus, DomainEvents } from '../../core/domain-events/index.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates, ValueSchemas, VersionedTemplate } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ConnectedClients } from '../../platform/connected-clients.ts';
import type { DatabaseContact } from '../../platform/database-contact.ts';
import type { Leases } from '../../platform/leases.ts';
import type { Logger } from '../../platform/logger.ts';
import { createLruCache } from '../../platform/lru-cache.ts';
import type { Alarms } from '../alarms/index.ts';
import type { Commands } from '../commands/index.ts';
import type { Events } from '../events/index.ts';
import type { History } from '../history/index.ts';
import { preparePut, type Stamp } from '../values/index.ts';
import { checkedText, createAccept, createChecks } from './accept.ts';
import {
  createCommitWork,
  type Work,
  type WorkEntry,
  type WorkResult,
  type WriteBatcher,
} from './automation-work.ts';
import { createBatcher } from './batcher.ts';
import { commitBatch, createCommit } from './commit.ts';
import type { Derivation } from './derivation.ts';
import { type Entry, keyOf, type Outcome } from './entries.ts';
import type { WriteMetrics } from './metrics.ts';
import { createPendingReads } from './pending-reads.ts';
import { toRow } from './plan.ts';
import type { PlanContext } from './plan-context.ts';
import { targetOf } from './plan-derived.ts';
import { createReceive } from './receive.ts';
import { errorOf } from './settle.ts';
import { createValueSpecs } from './value-specs.ts';
import { createValueValidator } from './value-validator.ts';
import { createWriteLimits } from './write-limits.ts';
import { createWriteQuota, storedBytes, type WriteQuotaSettings } from './write-quota.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  logger: Pick<Logger, 'error'>;
  audit: Audit;
  schemas: ValueSchemas;
  templates: Templates;
  channels: Channels;
  alarms: Alarms;
  commands: Commands;
  events: Events;
  history: History;
  bus: DomainEventBus;
  messageTrace: MessageTrace;
  metrics: WriteMetrics;
  connectedClients: ConnectedClients;
  /** The id of this server. */
  serverId: string;
  leases: Pick<Leases, 'parts'>;
  databaseContact: Pick<DatabaseContact, 'epoch'>;
  quota: WriteQuotaSettings;
  derivation: Derivation;
  /** Whether a distributor works for an application. */
  worksFor: (distributorId: string, applicationId: string) => Promise<boolean>;
  /** Whether a user does not allow that its own phone's reports of this property are stored. */
  isUnwanted: (userId: string, propertyId: string) => Promise<boolean>;
};

/** A device answers immediately or never; a manager or an application first has to reach a maker's cloud. */
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

export type WritePath = ReturnType<typeof createWritePath>;

/**
 * The only way in which values change:
 * 1. Accept: the message is checked against the template, the actor's rights and the limits (`receive.ts`,
 *    `accept.ts`).
 * 2. Batch: accepted entries wait for the next batch, in order (`batcher.ts`).
 * 3. Plan: what the batch does is worked out from what is stored, without side effects (`plan*.ts`).
 * 4. Commit: values, history, events and commands are stored in one unit (`commit.ts`).
 * 5. After the commit: subscribers are notified and waiting requests are answered.
 */
export function createWritePath(dependencies: Dependencies) {
  const { clock, commands, logger } = dependencies;
  const specOf = createValueSpecs(createValueValidator(dependencies.schemas));
  const limits = createWriteLimits(clock);
  const quota = createWriteQuota(clock, dependencies.quota);
  const accept = createAccept({ specOf, limits, quota });
  const context = newPlanContext(dependencies);
  const commit = createCommit(dependencies, context);
  const batcher = newBatcher(logger, commit, createCommitWork({ ...dependencies, accept, commit }));
  const { receive, put } = createReceive({ ...dependencies, accept, batcher });
  const findOverdue = createFindOverdue(dependencies, context);
  const otherServers = followOtherServers(dependencies, context);

  let settling: Promise<void> = Promise.resolve();
  async function settleOverdue(): Promise<void> {
    limits.forget();
    quota.forget();
    await otherServers.check();
    await storeAll(batcher, await findOverdue.own());
    commands.waiting.release(clock.monotonic());
  }

  return {
    receive,
    put,
    ...createChecks(specOf),

    /**
     * Opens the commands of automations' runs and stores what the caller gives in the same unit (decision 0108). A
     * step's command is opened once, however often it is requested, and has the rights that its user has at
     * that moment. A command that is not accepted ends as `refused`. Resolves when it is stored.
     */
    perform: async (work: Work): Promise<WorkResult> => (await batcher.add({ kind: 'work', work })).done,

    /** Derives what follows from the time, or from what people changed, for these context channels. */
    refresh: createRefresh(dependencies.channels, context, batcher),

    /** Stores the initial values of a new channel. */
    seedValues: createSeedValues(dependencies, specOf),

    /**
     * Settles the commands that this server received, and replies to its reads, when they were not answered in time.
     * Calls run one after another.
     */
    settleOverdue(): Promise<void> {
      settling = settling.then(settleOverdue, settleOverdue);
      return settling;
    },

    /** Settles commands of channels of this server's parts whose server has ended: it did not settle them in time. */
    settleLeft: async (): Promise<void> => storeAll(batcher, await findOverdue.left()),

    openRequests: createOpenRequests(dependencies),

    /** Waits until everything accepted is stored. */
    drain: () => batcher.drain(),
  };
}

const newBatcher = (
  logger: Dependencies['logger'],
  commit: ReturnType<typeof createCommit>,
  commitWork: ReturnType<typeof createCommitWork>,
) =>
  createBatcher<Entry | WorkEntry, Outcome | WorkResult>({
    work: async (batch, whileStoring) => {
      const [first] = batch;
      if (first?.kind === 'work') return commitWork(first);
      return commitBatch(commit, batch.filter(isEntry), whileStoring);
    },
    epoch: commit.epoch,
    isAlone: ({ kind }) => kind === 'work',
    bytesOf: (entry) => ('text' in entry ? storedBytes(entry.text, entry.channel.users.length) : 0),
    isOfOne: (error) => !OF_THE_DATABASE.some((kind) => error instanceof kind),
    onEffectFailed: (error) => logger.error({ err: error }, 'an effect of a stored value failed'),
  }) as WriteBatcher;

const newPlanContext = ({
  bus,
  messageTrace,
  connectedClients,
  serverId,
  commands,
  derivation,
}: Dependencies): PlanContext => ({
  bus,
  messageTrace,
  connectedClients,
  serverId,
  times: { commandMs, readMs: READ_MS, lateMs: LATE_MS, freshMs: FRESH_MS },
  reads: createPendingReads(),
  waiting: commands.waiting,
  writers: new Map(),
  unanswered: createLruCache(MAX_UNANSWERED),
  derivation,
});

const isEntry = (entry: Entry | WorkEntry): entry is Entry => entry.kind !== 'work';

const commandMs = ({ kind }: Owner): number =>
  kind === 'manager' || kind === 'application' ? CLOUD_ANSWER_MS : DEVICE_ANSWER_MS;

/** Grace time for the server that received a command, which settles it in time while it lives. */
const LEFT_TO_OTHERS_MS = 1_000;

type OverdueDependencies = Pick<Dependencies, 'clock' | 'channels' | 'commands' | 'leases'>;
type Due = { readonly id: string; readonly address: ValueAddress };

/**
 * Finds reads and commands whose deadline has passed, as entries for the batcher.
 * `own`: reads that this server forwarded, and commands that it received, by monotonic time, and those whose owner has left
 * and does not come back.
 * `left`: commands of other servers, or of this one before its last start, that are still open in the database.
 */
function createFindOverdue({ clock, channels, commands, leases }: OverdueDependencies, context: PlanContext) {
  const { connectedClients, writers, waiting, reads } = context;

  function ownCommands(tick: number): Due[] {
    const found: Due[] = [];
    for (const [id, { address, ownerId, isElsewhere, due }] of writers) {
      const hasLeft = ownerId !== undefined && !isElsewhere && !connectedClients.isExpected(ownerId);
      if (due <= tick || hasLeft) found.push({ id, address });
    }
    return found;
  }

  async function leftCommands(): Promise<Due[]> {
    const found = await commands.overdue(clock.now() - LEFT_TO_OTHERS_MS, leases.parts.mask());
    return found.filter(({ id }) => !writers.has(id)).map(({ id, ...address }) => ({ id, address }));
  }

  async function entriesOf(channelId: string, due: readonly Due[]): Promise<Entry[]> {
    const channel = await channels.findChannelAccess(channelId);
    if (channel)
      return due.map(({ id, address }) => {
        return { kind: 'overdue', address, key: keyOf(address), channel, commandId: id };
      });
    // The channel was deleted, and its commands with it.
    for (const { id } of due) {
      writers.delete(id);
      waiting.settled(id);
    }
    return [];
  }

  async function entriesOfAll(due: readonly Due[]): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (const [channelId, ofChannel] of Map.groupBy(due, ({ address }) => address.channelId))
      entries.push(...(await entriesOf(channelId, ofChannel)));
    return entries;
  }

  return {
    async own(): Promise<Entry[]> {
      const tick = clock.monotonic();
      const lateReads = reads.due(tick).map((read): Entry => ({ kind: 'late-read', ...read }));
      return [...lateReads, ...(await entriesOfAll(ownCommands(tick)))];
    },
    left: async (): Promise<Entry[]> => entriesOfAll(await leftCommands()),
  };
}

/**
 * Returns the requests of commands that wait for clients which connected just now: another server may have received a
 * command, or this one, while its owner was about to connect.
 */
const createOpenRequests =
  ({ clock, channels, commands }: Pick<Dependencies, 'clock' | 'channels' | 'commands'>) =>
  async (ownerIds: readonly string[]): Promise<DomainEvents['commandRequested'][]> => {
    const open = await commands.openOfOwners(ownerIds);
    if (open.length === 0) return [];
    const found = await channels.findChannelAccesses([...new Set(open.map(({ channelId }) => channelId))]);
    const channelOf = new Map(found.map((channel) => [channel.channelId, channel]));
    const now = clock.now();
    return open.flatMap(({ id: commandId, text, sender, onBehalfOf, created, deadline, ...command }) => {
      const { channelId, componentId, propertyId } = command;
      const channel = channelOf.get(channelId);
      const owner = channel?.owner;
      if (!owner || owner.kind === 'user' || owner.kind === 'virtual') return [];
      // As for a new command, managers drop one that names no user.
      const requester = onBehalfOf ?? channel.users.find(({ clientId }) => clientId === sender)?.id;
      const data: unknown = JSON.parse(text);
      const stamp = { sender, onBehalfOf: requester ?? channel.users[0]?.id ?? sender, timestamp: created };
      const message = { io: 'w', data, ...stamp } as const;
      const address = { channelId, componentId, propertyId };
      return [{ owner, channel, address, message, answerMs: deadline - now, commandId }];
    });
  };

/**
 * Returns a function that derives the values of these context channels again, at most 500, without a report.
 * Resolves when they are stored.
 */
const createRefresh =
  (channels: Channels, context: PlanContext, batcher: WriteBatcher) =>
  async (channelIds: readonly string[]): Promise<void> => {
    const found = await channels.findChannelAccesses(channelIds);
    const refreshes = found.map((channel): Entry => {
      const address = targetOf(context, channel);
      return { kind: 'refresh', address, key: keyOf(address), channel };
    });
    await storeAll(batcher, refreshes);
  };

/** Adds entries to the next batch. Resolves when they are stored. */
async function storeAll(batcher: WriteBatcher, entries: readonly Entry[]): Promise<void> {
  const added = await Promise.all(entries.map((entry) => batcher.add(entry)));
  await Promise.all(added.map(({ done }) => done));
}

type SeedValuesDependencies = { db: Db; clock: Clock; history: History };

type SeedValue = { readonly component: string; readonly property: string; readonly value: unknown };

/**
 * Stores a new channel's values and the beginning of their history, all or none. Publishes nothing, since the
 * channel has no subscribers yet.
 */
function createSeedValues(
  { db, clock, history }: SeedValuesDependencies,
  specOf: ReturnType<typeof createValueSpecs>,
) {
  const put = preparePut(db);

  return async (
    template: VersionedTemplate,
    channelId: string,
    values: readonly SeedValue[],
    stamp: Stamp,
  ): Promise<void> => {
    const timestamp = clock.now();
    const checked = values.map(({ component, property, value }) => {
      const address = { channelId, componentId: component, propertyId: property };
      return { address, data: value, text: checkedText(specOf(template, address).checks.ofReports, value) };
    });
    const series = await history.seriesOf(checked.map(({ address }) => address));
    const rows = checked.map(({ address, text }) =>
      toRow(address, { text, timestamp, changed: timestamp, ...stamp }, 1),
    );
    const points = checked.map(({ data }, index) => ({
      series: series[index] as number,
      time: timestamp,
      data,
      ...stamp,
    }));
    await db.unit([put(rows), ...history.append(points)]);
  };
}

/** How often the commands of this process are looked up that another server may have settled. */
const CHECK_MS = 1_000;
/** The oldest ones that are looked up at a time. */
const MAX_CHECKED = 1_000;

type FollowDependencies = { clock: Clock; commands: Pick<Commands, 'findMany'> };

/** Follows reads and commands whose requester and owner are connected to different servers. */
function followOtherServers({ clock, commands }: FollowDependencies, context: PlanContext) {
  const { bus, reads, waiting, writers } = context;
  let checked = Number.NEGATIVE_INFINITY;

  function settled(id: string): void {
    if (writers.delete(id)) waiting.settled(id);
  }

  bus.on('valueReportedElsewhere', ({ address, timestamp }) => reads.answered(keyOf(address), timestamp));
  bus.on('readRequestedElsewhere', ({ address, answerMs }) =>
    reads.expect(keyOf(address), address, clock.monotonic() + answerMs),
  );
  bus.on('commandSettledElsewhere', ({ id }) => settled(id));

  return {
    /** Finds the commands whose settlement was not told, and tells their requesters. */
    async check(): Promise<void> {
      if (clock.monotonic() - checked < CHECK_MS) return;
      checked = clock.monotonic();
      const opened = [...writers].filter(([, { isElsewhere }]) => isElsewhere).slice(0, MAX_CHECKED);
      const found = await commands.findMany(opened.map(([id]) => id));
      const commandOf = new Map(found.map((command) => [command.id, command]));
      for (const [id, { actor: to, address }] of opened) {
        const { state = 'done', reason } = commandOf.get(id) ?? {};
        // It may have been told meanwhile.
        if (state === 'open' || !writers.has(id)) continue;
        settled(id);
        // One that is not there any more was deleted with its channel.
        if (state === 'done' || state === 'answered' || to.session === undefined) continue;
        const message = { io: 'e', error: errorOf(state, reason), timestamp: clock.now() } as const;
        bus.emit('replySent', { to, address, message });
      }
    },
  };
}
