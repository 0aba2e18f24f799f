import { isDeepStrictEqual } from 'node:util';
import type { ValueAddress } from '@azulejo/contract';
import { addressOf } from '@azulejo/model';
import type { BoundStatement } from '@azulejo/storage';
import type { ChannelAccess } from '../../core/access/index.ts';
import { type Clock, MAX_AHEAD_MS } from '../../platform/clock.ts';
import type { AlarmChange } from '../alarms/index.ts';
import {
  automationStepOf,
  commandOf,
  type NewCommand,
  type OpenCommand,
  type Settlement,
} from '../commands/index.ts';
import type { NewEvent, PropertyEvent } from '../events/index.ts';
import type { NewPoint } from '../history/index.ts';
import type { Stamp, ValueRow } from '../values/index.ts';
import { keyOf, type Report, type Write } from './entries.ts';
import type { UnansweredCommand } from './plan-context.ts';

/** The last value of a property, at this point of the batch. */
export type Current = Stamp & {
  readonly text: string;
  readonly timestamp: number;
  /** When the value became another one. */
  readonly changed: number;
};

export type Point = Omit<NewPoint, 'series'> & {
  readonly address: ValueAddress;
  readonly period: number;
};

/**
 * What a batch will do, worked out entry by entry from what is stored, without side effects. When its unit
 * fails nothing has happened, and its entries can be planned again.
 */
export type Plan = {
  /** Wall time, used for stamps. */
  readonly now: number;
  /** Monotonic time, used for deadlines. */
  readonly tick: number;
  readonly current: Map<string, Current>;
  /** The times of the stored values from which it was planned. */
  readonly before: ReadonlyMap<string, number>;
  /** Owners that are connected to another server. */
  readonly elsewhere: ReadonlySet<string>;
  /** Open commands by component, then by property. */
  readonly open: Map<string, Map<string, OpenCommand>>;
  readonly values: Map<string, ValueRow>;
  readonly points: Point[];
  readonly alarmChanges: AlarmChange[];
  readonly opened: NewCommand[];
  readonly settled: Settlement[];
  /** Commands that were unanswered, and are answered late. */
  readonly answeredLate: Settlement[];
  readonly events: NewEvent[];
  /** The states to store with derived values. */
  readonly derived: BoundStatement[];
  /** Effects to run after the COMMIT, in order. */
  readonly afterCommit: (() => void)[];
  /** Properties whose read began or ended in this batch. */
  readonly awaited: Map<string, boolean>;
  /** Properties whose last unanswered command changed in this batch. */
  readonly unanswered: Map<string, UnansweredCommand | undefined>;
  /** The same of the batch before, if its effects have not run yet. `PlanContext` has the state after all effects. */
  readonly earlier: Pick<Plan, 'awaited' | 'unanswered'> | undefined;
};

export function createPlan(
  clock: Clock,
  stored: readonly ValueRow[],
  open: readonly OpenCommand[],
  { before, elsewhere }: { before?: Plan | undefined; elsewhere: ReadonlySet<string> },
): Plan {
  const plan: Plan = {
    now: clock.now(),
    tick: clock.monotonic(),
    current: new Map(stored.map((row) => [keyOf(addressOf(row)), currentOf(row)])),
    before: new Map(stored.map((row) => [keyOf(addressOf(row)), row.timestamp])),
    elsewhere,
    open: new Map(),
    values: new Map(),
    points: [],
    alarmChanges: [],
    opened: [],
    settled: [],
    answeredLate: [],
    events: [],
    derived: [],
    afterCommit: [],
    awaited: new Map(),
    unanswered: new Map(),
    earlier: before && { awaited: before.awaited, unanswered: before.unanswered },
  };
  for (const command of open) addOpen(plan, command);
  return plan;
}

export const toRow = (address: ValueAddress, current: Current, revision: number): ValueRow => ({
  channel_id: address.channelId,
  component_id: address.componentId,
  property_id: address.propertyId,
  data_json: current.text,
  timestamp: current.timestamp,
  changed: current.changed,
  sender: current.sender ?? null,
  on_behalf_of: current.onBehalfOf ?? null,
  cause: current.cause,
  revision,
});

const currentOf = (row: ValueRow): Current => ({
  text: row.data_json,
  timestamp: row.timestamp,
  changed: row.changed ?? row.timestamp,
  sender: row.sender ?? undefined,
  onBehalfOf: row.on_behalf_of ?? undefined,
  cause: row.cause,
});

const componentKey = ({ channelId, componentId }: Omit<ValueAddress, 'propertyId'>) =>
  `${channelId}\n${componentId}`;

export function addOpen({ open }: Plan, command: OpenCommand): void {
  const key = componentKey(command);
  const ofComponent = open.get(key) ?? new Map<string, OpenCommand>();
  open.set(key, ofComponent.set(command.propertyId, command));
}

export const openAt = ({ open }: Plan, address: ValueAddress): OpenCommand | undefined =>
  open.get(componentKey(address))?.get(address.propertyId);

/**
 * Returns the open commands, ordered by property, because those opened in the same millisecond have no other
 * order.
 */
export const openOfComponent = ({ open }: Plan, address: ValueAddress): OpenCommand[] =>
  [...(open.get(componentKey(address)) ?? [])]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, command]) => command);

export function removeOpen({ open }: Plan, command: OpenCommand): void {
  open.get(componentKey(command))?.delete(command.propertyId);
}

/** Returns whether two JSON texts mean the same. */
export const isSame = (one: string, other: string): boolean =>
  one === other ||
  (isComposite(one) && isComposite(other) && isDeepStrictEqual(JSON.parse(one), JSON.parse(other)));

const isComposite = (text: string): boolean => text.startsWith('{') || text.startsWith('[');

/**
 * Returns a time after the last value's, so that times increase within a property. A last value too far in
 * the future is ignored.
 */
function timeAfter(last: Current | undefined, now: number): number {
  if (last === undefined || last.timestamp > now + MAX_AHEAD_MS) return now;
  return Math.max(now, last.timestamp + 1);
}

/**
 * Stores the value with a time later than the previous one. Returns the time, and whether the value differs.
 */
export function store(
  plan: Plan,
  { key, address, channel: { period }, text, data, spec }: Report | Write,
  stamp: Stamp,
): { timestamp: number; isChanged: boolean } {
  const last = plan.current.get(key);
  const timestamp = timeAfter(last, plan.now);
  const isChanged = last === undefined || !isSame(last.text, text);
  const changed = last === undefined || isChanged ? timestamp : last.changed;
  const current = { text, timestamp, changed, ...stamp };
  plan.current.set(key, current);
  const revision = (plan.values.get(key)?.revision ?? 0) + 1;
  plan.values.set(key, toRow(address, current, revision));
  if (spec.isRecorded && (isChanged || !spec.onChange))
    plan.points.push({ address, period, time: timestamp, data, ...stampOfPoint(stamp) });
  if (spec.alarm && isChanged) {
    const { kind, holds } = spec.alarm;
    plan.alarmChanges.push({ address, kind, at: timestamp, isRaised: holds(data) });
  }
  return { timestamp, isChanged };
}

/** Returns the stamp for the history, where what an automation did is not what its user did. */
const stampOfPoint = (stamp: Stamp): Stamp =>
  automationStepOf(commandOf(stamp.cause)) ? { ...stamp, onBehalfOf: undefined } : stamp;

/** Logs the event for every user with a grant. */
export function log(plan: Plan, channel: ChannelAccess, event: Omit<PropertyEvent, 'userId'>): void {
  for (const { id } of channel.users) plan.events.push({ userId: id, ...event });
}
