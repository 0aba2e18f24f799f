import type { AutomationCondition, AutomationDefinition, AutomationTrigger } from '@azulejo/contract';
import { type Address, addressKey } from '@azulejo/model';
import { Temporal } from 'temporal-polyfill';
import type { PresentValue, ValueInput } from '../input.ts';

/**
 * A naive interpreter of the semantics, written from their description and not from the reducer: for each automation it
 * scans the whole log again and again, without state or index. It knows single properties, devices of one component,
 * times of day, intervals and windows, waits and modes.
 */

type Truth = boolean | undefined;
type Entry = { readonly at: number; readonly n: number; readonly key: string; readonly data: unknown };
/**
 * A moment at which an automation may begin: at an input, or when a time has come, which is before inputs of that time.
 */
type Moment = { readonly at: number; readonly n: number | undefined };

/** The component of the test home's doors. */
const COMPONENT = 'door';
const REACHABLE = ['ok', 'connected', 'remote_control_disabled'];

export type Past = {
  readonly from: number;
  readonly until: number;
  readonly zone: string;
  readonly values: readonly PresentValue[];
  readonly log: readonly ValueInput[];
};

/** Returns when the automation's runs begin, or undefined where the description leaves the order of two things open. */
export function expectedRuns(definition: AutomationDefinition, past: Past): number[] | undefined {
  const candidates = definition.when
    .flatMap((trigger) => momentsOf(trigger, past))
    .toSorted((a, b) => a.at - b.at || (a.n ?? 0) - (b.n ?? 0))
    // Several triggers start one run for an input.
    .filter((each, index, all) => each.n === undefined || each.n !== all[index - 1]?.n)
    .filter((each) => definition.onlyIf === undefined || evaluate(definition.onlyIf, each, past) === true);
  return runsOf(definition, candidates)?.filter((at) => at <= past.until);
}

function runsOf(definition: AutomationDefinition, candidates: readonly Moment[]): number[] | undefined {
  const lasts = definition.then.reduce((all, step) => all + (step.kind === 'wait' ? msOf(step.wait) : 0), 0);
  const pause = definition.atMostEvery === undefined ? 0 : msOf(definition.atMostEvery);
  const mode = definition.mode ?? 'single';
  const begun: number[] = [];
  let ends: number[] = [];
  for (const { at, n } of candidates) {
    // When two times of one automation are due at once, either may be handled first.
    if (n === undefined && ends.includes(at)) return undefined;
    ends = ends.filter((end) => end > at);
    if (ends.length > 8) return undefined;
    const last = begun.at(-1);
    if (last !== undefined && pause > 0 && at - last < pause) continue;
    if (mode === 'single' && ends.length > 0) continue;
    if (mode === 'restart') ends = [];
    const begins = mode === 'queued' ? Math.max(at, ...ends) : at;
    begun.push(begins);
    if (lasts > 0) ends.push(begins + lasts);
  }
  return begun;
}

/** Returns the values of a property up to a moment, the one at the beginning first. */
function entriesOf(key: string, { values, log, from }: Past, until?: Moment): Entry[] {
  let now = from;
  const logged = log.map((input): Entry => {
    now = Math.max(now, input.at);
    return { at: now, n: input.n, key: addressKey(input), data: input.data };
  });
  const first = values.map(
    (each): Entry => ({ at: each.since, n: 0, key: addressKey(each), data: each.data }),
  );
  return [...first, ...logged].filter(
    (each) =>
      each.key === key &&
      (until === undefined ||
        each.n === 0 ||
        (until.n === undefined ? each.at < until.at : each.n <= until.n)),
  );
}

function momentsOf(trigger: AutomationTrigger, past: Past): Moment[] {
  if (trigger.kind === 'time') return timesOf(trigger.time, past);
  if (trigger.kind === 'interval') {
    const period = msOf(trigger.every);
    const count = Math.floor((past.until - past.from) / period);
    return Array.from({ length: count }, (_, index) => ({
      at: past.from + (index + 1) * period,
      n: undefined,
    }));
  }
  if (trigger.kind === 'device') return devicesOf(trigger, past);
  if (trigger.kind !== 'property' || trigger.property === undefined) throw new Error('not in the reference');
  const entries = entriesOf(addressKey(trigger.property), past);
  if (trigger.is === 'reports') return entries.filter(({ n }) => n > 0);
  if (trigger.is === 'changes') {
    return entries.filter(({ n, data }, index) => n > 0 && index > 0 && data !== entries[index - 1]?.data);
  }
  const truths = truthsOf(trigger, entries);
  if (trigger.retrigger)
    return entries.filter(({ n }, index) => n > 0 && truths[index] && truths[index - 1] !== undefined);
  return edgesOf(entries, truths, undefined, trigger.for);
}

/** Returns when a truth turned from false to true, or when it then had lasted for the duration. */
function edgesOf(
  entries: readonly Entry[],
  truths: readonly Truth[],
  atFirst: Truth,
  duration: string | undefined,
): Moment[] {
  const before = [atFirst, ...truths];
  const edges = entries.filter(({ n }, index) => n > 0 && truths[index] === true && before[index] === false);
  if (duration === undefined) return edges;
  return edges
    .map(({ n, at }) => ({ n, at, due: at + msOf(duration) }))
    .filter(({ n, due }) => entries.every((later, index) => later.n <= n || later.at >= due || truths[index]))
    .map(({ due }) => ({ at: due, n: undefined }));
}

type DeviceState = { readonly device: string; readonly channel: string; readonly for?: string };

/** Returns the entries that say whether a device of the test home can be reached, and whether it is in this state. */
function deviceStates({ device, channel }: DeviceState, past: Past, until?: Moment) {
  const entries = entriesOf(addressKey({ channel, component: COMPONENT, property: 'access' }), past, until);
  const isWanted = (isReachable: boolean) => isReachable === (device === 'reachable');
  const truths = entries.map(({ data }) => isWanted(REACHABLE.includes(String(data))));
  // A device that never reported `access` counts as reachable.
  return { entries, truths, atFirst: isWanted(true) };
}

function devicesOf(trigger: DeviceState, past: Past): Moment[] {
  const { entries, truths, atFirst } = deviceStates(trigger, past);
  return edgesOf(entries, truths, atFirst, trigger.for);
}

type Comparison = { readonly is: string; readonly value?: unknown; readonly leeway?: number };

/** Returns what a comparison is after each of the values. */
function truthsOf(comparison: Comparison, entries: readonly Entry[]): Truth[] {
  const truths: Truth[] = [];
  for (const { data } of entries) truths.push(truthOf(comparison, data, truths.at(-1)));
  return truths;
}

function truthOf({ is, value, leeway = 0 }: Comparison, data: unknown, before: Truth): Truth {
  if (data === null || typeof data !== typeof value) return undefined;
  if (is === 'becomes' || is === 'is') return data === value;
  if (is === 'stops-being' || is === 'is-not') return data !== value;
  const isUp = is === 'rises-above' || is === 'above';
  const past = isUp ? Number(data) - Number(value) : Number(value) - Number(data);
  return past > 0 || (before === true && past > -leeway);
}

function timesOf({ at, days }: { at: string; days?: readonly string[] }, past: Past): Moment[] {
  const moments: Moment[] = [];
  let date = dateOf(past.from, past.zone);
  for (; ; date = date.add({ days: 1 })) {
    const time = instantOf(date, at, past.zone);
    if (time > past.until) return moments;
    if (time > past.from && isOn(date, days)) moments.push({ at: time, n: undefined });
  }
}

const dateOf = (at: number, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();

const instantOf = (date: Temporal.PlainDate, plainTime: string, timeZone: string): number =>
  date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;

const isOn = (date: Temporal.PlainDate, days: readonly string[] | undefined): boolean =>
  days === undefined || days.includes(['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'][date.dayOfWeek - 1] ?? '');

function evaluate(condition: AutomationCondition, moment: Moment, past: Past): Truth {
  if (condition.kind === 'all') {
    const parts = condition.all.map((each) => evaluate(each, moment, past));
    return parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;
  }
  if (condition.kind === 'any') {
    const parts = condition.any.map((each) => evaluate(each, moment, past));
    return parts.includes(true) ? true : parts.includes(undefined) ? undefined : false;
  }
  if (condition.kind === 'not') {
    const is = evaluate(condition.not, moment, past);
    return is === undefined ? undefined : !is;
  }
  if (condition.kind === 'time') return isInWindow(condition.time, moment.at, past.zone);
  if (condition.kind === 'device') {
    const { truths, atFirst } = deviceStates(condition, past, moment);
    return [atFirst, ...truths].at(-1);
  }
  if (condition.kind !== 'property' || condition.property === undefined)
    throw new Error('not in the reference');
  const entries = entriesOf(addressKey(condition.property), past, moment);
  const truths = truthsOf(condition, entries);
  const last = truths.at(-1);
  if (last !== true || condition.since === undefined) return last;
  const began = entries[truths.findLastIndex((each) => each !== true) + 1]?.at ?? 0;
  return moment.at - began >= msOf(condition.since);
}

function isInWindow(
  { from = '00:00', to = '00:00', days }: { from?: string; to?: string; days?: readonly string[] },
  at: number,
  zone: string,
): boolean {
  const today = dateOf(at, zone);
  return [today.subtract({ days: 1 }), today].some((date) => {
    const end = to > from ? date : date.add({ days: 1 });
    return isOn(date, days) && instantOf(date, from, zone) <= at && at < instantOf(end, to, zone);
  });
}

const msOf = (duration: string): number => Temporal.Duration.from(duration).total('milliseconds');

/** Returns values that properties have had since this time. */
export const presentValues = (at: number, values: readonly (readonly [Address, unknown])[]): PresentValue[] =>
  values.map(([address, data]) => ({ ...address, data, since: at, reported: at }));
