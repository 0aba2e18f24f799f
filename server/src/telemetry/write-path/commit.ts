import { ACCESS_PROPERTY, type ValueAddress } from '@azulejo/contract';
import { type BoundStatement, ConstraintError, StorageBusyError, type UnitResult } from '@azulejo/storage';
import type { StampedMessage } from '../../core/domain-events/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { type Clock, MAX_AHEAD_MS } from '../../platform/clock.ts';
import type { DatabaseContact } from '../../platform/database-contact.ts';
import type { Alarms } from '../alarms/index.ts';
import type { Commands } from '../commands/index.ts';
import type { Events } from '../events/index.ts';
import type { History } from '../history/index.ts';
import { prepareAt, prepareLockAt, prepareReplace } from '../values/index.ts';
import { type Effect, outOfReach, type Processed } from './batcher.ts';
import { type Deriving, NOTHING_DERIVED } from './derivation.ts';
import {
  type Entry,
  keyOf,
  type LateRead,
  type Outcome,
  type OutcomeOf,
  type Read,
  type Report,
} from './entries.ts';
import type { WriteMetrics } from './metrics.ts';
import { type Current, createPlan, type Plan } from './plan.ts';
import type { PlanContext } from './plan-context.ts';
import { derivesFor, planDerived, targetOf } from './plan-derived.ts';
import { planReport } from './plan-report.ts';
import { planOverdue, planWrite } from './plan-write.ts';

export type CommitDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly channels: Channels;
  readonly alarms: Alarms;
  readonly commands: Commands;
  readonly history: History;
  readonly events: Events;
  readonly metrics: WriteMetrics;
  readonly databaseContact: Pick<DatabaseContact, 'epoch'>;
};

/** Attempts without locks. Each one after the first means that another server was faster by a few milliseconds. */
const OPTIMISTIC_ATTEMPTS = 2;
/** With locks, only a first value or a first command of a property can come in between, and then there is one. */
export const ATTEMPTS = 12;

/**
 * Processes a batch:
 * 1. Read: the stored values and open commands that the entries refer to.
 * 2. Plan: work out entry by entry what to store, without side effects.
 * 3. Commit: store it in one unit, and plan again if another server settled or opened one of the commands, or
 *    replaced one of the values, meanwhile. The third attempt locks the commands and values before it reads them.
 * 4. Return the effects, which run after the commit and are outside the retry.
 *
 * All units lock their rows in one order, so that they never wait for each other in a circle: what the caller locks, the
 * channels of commands, commands, values, history, alarms, the counters of users, what is derived; and each by its key.
 * A report without a command locks no channel, because that would cost a write more.
 */
export function createCommit(dependencies: CommitDependencies, context: PlanContext) {
  const { db, metrics, databaseContact } = dependencies;
  const planFrom = createPlanner(dependencies, context);
  const { statementsOf, locksOf } = createStatements(dependencies);
  /** The plan that was stored last, until its effects have run. */
  let unfinished: Plan | undefined;

  const planOf = <E extends Entry>(batch: readonly E[]): Promise<Planned<E>> => planFrom(batch, unfinished);

  /**
   * Makes a plan and stores it in one unit, after the statements of `first`. Stores nothing and returns why when a
   * statement of the caller found no row, or another server changed what the plan was made from.
   */
  async function store(
    attempt: number,
    { epoch, first = [], addresses, planWork, whileStoring }: Storing,
  ): Promise<Stored> {
    const isLocked = attempt >= OPTIMISTIC_ATTEMPTS;
    const locks = isLocked ? locksOf(addresses()) : [];
    let made: PlannedWork | undefined;
    async function planUnit(): Promise<BoundStatement[]> {
      made = await planWork();
      const statements = [...(made.statements ?? []), ...(await statementsOf(made.plan))];
      if (epoch === undefined || databaseContact.epoch() !== epoch) throw outOfReach();
      return statements;
    }
    const result = isLocked
      ? await db.lockedUnit([...first, ...locks], planUnit)
      : await storeUnit(db, [...first, ...(await planUnit())], whileStoring);
    if (result.committed) return made ? finish(made.plan) : OVERTAKEN;
    const { failedAt } = result;
    const own = first.length + locks.length;
    const isOfCaller =
      failedAt < first.length || (failedAt >= own && failedAt < own + (made?.statements?.length ?? 0));
    return isOfCaller ? REFUSED : OVERTAKEN;
  }

  function finish(plan: Plan): Stored {
    unfinished = plan;
    const effects = [
      ...plan.afterCommit,
      () => notifyOfEvents(context, plan),
      () => countOutcomes(metrics, plan),
      () => {
        if (unfinished === plan) unfinished = undefined;
      },
    ];
    return { outcome: 'stored', effects };
  }

  return {
    planOf,
    store,
    epoch: databaseContact.epoch,
    addressesOf: (batch: readonly Entry[]) => addressesOf(context, batch),
  };
}

async function storeUnit(
  db: Db,
  statements: readonly BoundStatement[],
  whileStoring = () => {},
): Promise<UnitResult> {
  const storing = statements.length > 0 ? db.unit(statements, { isBatch: true }) : COMMITTED;
  whileStoring();
  return storing;
}

/** Returns a function that plans a batch from what is stored and from the plan before, whose effects are still to run. */
function createPlanner({ db, clock, commands }: CommitDependencies, context: PlanContext) {
  const storedAt = prepareAt(db);
  return async <E extends Entry>(batch: readonly E[], before: Plan | undefined): Promise<Planned<E>> => {
    const [stored, open, deriving, elsewhere] = await Promise.all([
      storedAt(addressesOf(context, batch)),
      commands.openOf(componentsOf(batch)),
      beginDeriving(context, batch),
      context.connectedClients.elsewhere(askedOwners(batch)),
    ]);
    const plan = createPlan(clock, stored, open, { before, elsewhere });
    const outcomes = batch.map((entry) => planEntry(context, plan, entry, deriving) as OutcomeOf<E>);
    const { statements, effects } = deriving.finish();
    plan.derived.push(...statements);
    plan.afterCommit.push(...effects);
    return { plan, outcomes };
  };
}

/** Returns what makes the statements of a plan, and those that lock what a plan will be made from. */
function createStatements({ db, channels, commands, history, alarms, events }: CommitDependencies) {
  const lockAt = prepareLockAt(db);
  const replace = prepareReplace(db);

  async function statementsOf(plan: Plan): Promise<BoundStatement[]> {
    const { values, points, alarmChanges, answeredLate, events: logged, derived } = plan;
    const series = await history.seriesOf(points.map(({ address, period }) => ({ ...address, period })));
    const { opened, settled } = withOutcomes(plan);
    return [
      ...channels.lock(channelsOfCommands(plan)),
      ...commands.settle(settled),
      ...commands.settleLate(answeredLate),
      ...(opened.length > 0 ? [commands.open(opened)] : []),
      ...replace([...values].map(([key, row]) => ({ row, before: plan.before.get(key) }))),
      ...history.append(points.map((point, index) => ({ ...point, series: series[index] as number }))),
      ...alarms.record(alarmChanges),
      ...events.append(logged),
      ...derived,
    ];
  }

  const locksOf = (addresses: readonly ValueAddress[]): BoundStatement[] => [
    ...channels.lock(addresses.map(({ channelId }) => channelId)),
    lockAt(addresses),
  ];

  return { statementsOf, locksOf };
}

/** Processes a batch, and again when another server was faster. */
export async function commitBatch(
  commit: Commit,
  batch: readonly Entry[],
  whileStoring: () => void,
): Promise<Processed<Outcome>> {
  const epoch = commit.epoch();
  const addresses = () => commit.addressesOf(batch);
  let outcomes: readonly Outcome[] = [];
  async function planWork() {
    const { plan, ...planned } = await commit.planOf(batch);
    outcomes = planned.outcomes;
    return { plan };
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stored = await commit.store(attempt, { epoch, addresses, planWork, whileStoring }).catch(explain);
    if (stored.outcome !== 'stored') continue;
    const traced = batch.flatMap(({ whenStored }, index) =>
      whenStored ? () => whenStored(outcomes[index]) : [],
    );
    return { effects: [...traced, ...stored.effects], outcomes };
  }
  throw overtaken();
}

/** A plan, and the outcomes of its entries in their order. */
type Planned<E extends Entry> = { readonly plan: Plan; readonly outcomes: readonly OutcomeOf<E>[] };

/** What is stored in one unit. */
type Storing = {
  /** The epoch of the contact with the database in which the work began. In another one, nothing is stored. */
  readonly epoch: number | undefined;
  /** Statements that run first in the unit. */
  readonly first?: readonly BoundStatement[];
  /** Returns the properties whose values and open commands the plan may read. */
  readonly addresses: () => readonly ValueAddress[];
  /** Makes the plan. It is called once for each attempt. */
  readonly planWork: () => Promise<PlannedWork>;
  /** Called while the database is busy with the unit. */
  readonly whileStoring?: () => void;
};

/** A plan, and further statements of the caller, which run before those of the plan. */
type PlannedWork = { readonly plan: Plan; readonly statements?: readonly BoundStatement[] };

/** The result of a plan that changes nothing. */
const COMMITTED: UnitResult = { committed: true, rows: [] };

/** `refused`: a statement of the caller found no row. `overtaken`: another server was first. */
type Stored =
  | { readonly outcome: 'stored'; readonly effects: readonly Effect[] }
  | { readonly outcome: 'refused' | 'overtaken' };

export const OVERTAKEN = { outcome: 'overtaken' } as const;
const REFUSED = { outcome: 'refused' } as const;

export type Commit = ReturnType<typeof createCommit>;

export const overtaken = () =>
  new StorageBusyError('values: other servers changed the same values or commands each time');

/**
 * Returns the commands to insert, with the outcome of those that the plan also settled, and the settlements of others. A
 * property has one open command at a time, also within a unit.
 */
function withOutcomes({ opened, settled }: Plan): Pick<Plan, 'opened' | 'settled'> {
  const outcomes = new Map(settled.map((settlement) => [settlement.id, settlement]));
  const ids = new Set(opened.map(({ id }) => id));
  return {
    opened: opened.map((command) => ({ ...command, ...outcomes.get(command.id) })),
    settled: settled.filter(({ id }) => !ids.has(id)),
  };
}

const channelsOfCommands = ({ opened, settled, answeredLate }: Plan): string[] =>
  [...opened, ...settled, ...answeredLate].map(({ channelId }) => channelId);

function countOutcomes({ commands }: CommitDependencies['metrics'], { settled, answeredLate }: Plan): void {
  for (const { state } of settled) commands.inc({ outcome: state });
  for (const _ of answeredLate) commands.inc({ outcome: 'answered_late' });
}

function notifyOfEvents({ bus }: PlanContext, { events }: Plan): void {
  if (events.length === 0) return;
  bus.emit('eventsAppended', { userIds: [...new Set(events.map(({ userId }) => userId))] });
}

async function beginDeriving(context: PlanContext, batch: readonly Entry[]): Promise<Deriving> {
  const userIds = new Set(batch.flatMap((entry) => derivesFor(context, entry) ?? []));
  return userIds.size === 0 ? NOTHING_DERIVED : context.derivation.begin([...userIds]);
}

function planEntry(context: PlanContext, plan: Plan, entry: Entry, deriving: Deriving): Outcome {
  if (entry.kind === 'write') return planWrite(context, plan, entry);
  if (entry.kind === 'report') {
    if (isOutdated(plan, entry)) return undefined;
    const timestamp = planReport(context, plan, entry);
    planDerived(context, plan, entry, deriving);
    return timestamp;
  }
  if (entry.kind === 'refresh') planDerived(context, plan, entry, deriving);
  else if (entry.kind === 'read') planRead(context, plan, entry);
  else if (entry.kind === 'late-read') planLateRead(context, plan, entry);
  else planOverdue(context, plan, entry);
  return undefined;
}

/** Returns whether another value was stored than the one that the report may replace. */
const isOutdated = ({ current }: Plan, { key, replaces }: Report): boolean =>
  replaces !== undefined && current.get(key)?.timestamp !== replaces.timestamp;

/** Returns the properties whose stored values the batch may replace or depend on. */
function addressesOf(context: PlanContext, batch: readonly Entry[]): ValueAddress[] {
  const addresses = new Map(batch.map(({ key, address }) => [key, address]));
  for (const entry of batch) {
    if (entry.kind !== 'report') continue;
    const access = { ...entry.address, propertyId: ACCESS_PROPERTY };
    addresses.set(keyOf(access), access);
    if (derivesFor(context, entry) === undefined) continue;
    const target = targetOf(context, entry.channel);
    addresses.set(keyOf(target), target);
  }
  return [...addresses.values()];
}

/** Returns the clients that reads and writes of the batch are for. */
function askedOwners(batch: readonly Entry[]): string[] {
  const ids = new Set<string>();
  for (const entry of batch) {
    if (entry.kind !== 'read' && entry.kind !== 'write') continue;
    const { owner } = entry.channel;
    if (owner && 'id' in owner) ids.add(owner.id);
  }
  return [...ids];
}

/** Returns the components in which the batch may open or settle a command. */
function componentsOf(batch: readonly Entry[]): Omit<ValueAddress, 'propertyId'>[] {
  const components = new Map<string, Omit<ValueAddress, 'propertyId'>>();
  for (const { kind, address } of batch) {
    const { channelId, componentId } = address;
    if (kind !== 'read' && kind !== 'late-read' && kind !== 'refresh')
      components.set(`${channelId}\n${componentId}`, { channelId, componentId });
  }
  return [...components.values()];
}

/** Returns whether another server inserted one of the same rows: the first value of a property, or a step's command. */
export const isOvertaking = (error: unknown): boolean =>
  error instanceof ConstraintError &&
  error.kind === 'unique' &&
  (error.table === 'commands' || error.table === 'property_values');

/** Maps the error that occurs when the channel was deleted after the message was accepted. */
function explain(error: unknown): typeof OVERTAKEN {
  if (isOvertaking(error)) return OVERTAKEN;
  if (error instanceof ConstraintError && error.kind === 'foreign-key')
    throw new ApiError('not_found', { cause: error });
  throw error;
}

/**
 * Plans a read.
 * 1. A fresh stored value is the reply. So is any stored value when the owner cannot be reached.
 * 2. Otherwise the read is forwarded to the owner, once for all readers of the property.
 */
function planRead(
  context: PlanContext,
  plan: Plan,
  { address, channel, key, actor, requesterId }: Read,
): void {
  const { bus, connectedClients, reads, times } = context;
  const { owner } = channel;
  const stored = plan.current.get(key);
  const isLive =
    owner !== undefined &&
    owner.kind !== 'user' &&
    (owner.kind === 'virtual' || connectedClients.has(owner.id) || plan.elsewhere.has(owner.id));
  if (stored && (!isLive || isFresh(stored, plan.now, times.freshMs))) {
    plan.afterCommit.push(() => bus.emit('replySent', { to: actor, address, message: answerOf(stored) }));
  } else if (isLive) {
    plan.awaited.set(key, true);
    const message = {
      io: 'r',
      sender: actor.clientId,
      onBehalfOf: requesterId,
      timestamp: plan.now,
    } as const;
    plan.afterCommit.push(() => {
      if (reads.add(key, address, actor, { since: plan.now, until: plan.tick + times.readMs }))
        bus.emit('commandRequested', { owner, channel, address, message, answerMs: times.readMs });
    });
  }
}

/**
 * Returns whether the value is fresh. One from the future has no known age: the clock was wrong when it was
 * stamped.
 */
const isFresh = ({ timestamp }: Current, now: number, freshMs: number): boolean =>
  now - timestamp < freshMs && timestamp <= now + MAX_AHEAD_MS;

/** Called when the owner did not reply: readers get the last known value, if there is one. */
function planLateRead({ bus, reads }: PlanContext, plan: Plan, { address, key }: LateRead): void {
  const stored = plan.current.get(key);
  plan.awaited.set(key, false);
  plan.afterCommit.push(() => {
    const readers = reads.take(key);
    if (!stored) return;
    const message = { ...answerOf(stored), stale: true };
    for (const to of readers) bus.emit('replySent', { to, address, message });
  });
}

const answerOf = ({ text, sender, onBehalfOf, timestamp }: Current): StampedMessage => ({
  io: 'ir',
  data: JSON.parse(text),
  sender,
  onBehalfOf,
  timestamp,
});
