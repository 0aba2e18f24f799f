import type { Tariff, TemplateProperty } from '@azulejo/contract';
import { propertiesOfType } from '@azulejo/model';
import { canConvert, convert, findUnit } from '@azulejo/units';
import type { Db } from '../../database/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { History, Rise, Zone } from '../../telemetry/history/index.ts';
import { createHomeDevices, type HomeDevice } from '../activity/index.ts';
import type { TileGroups } from '../tiles/index.ts';
import { type Bar, HOUR_MS } from './bars.ts';
import { segmentsOf } from './segments.ts';

export type Dependencies = {
  db: Db;
  clock: Clock;
  history: History;
  templates: Templates;
  tileGroups: TileGroups;
};

type Question = {
  readonly userId: string;
  readonly bars: readonly Bar[];
  readonly zone: Zone;
  readonly tariff: Tariff | undefined;
  /** Restricts the result to the channel with this id. */
  readonly channel: string | undefined;
  /** Restricts the result to the area or group with this id. */
  readonly group: string | undefined;
};

/** A counter that has had a value, with its series. */
export type Counter = CounterProperty & {
  readonly series: number;
  readonly channelId: string;
  readonly componentId: string;
  readonly propertyId: string;
  /** When the user's grant began. */
  readonly since: number;
};

export type EnergyOfHome = {
  readonly counters: readonly {
    readonly counter: Counter;
    readonly rise: (Rise & { falls: number }) | undefined;
  }[];
  readonly bars: readonly { readonly from: number; readonly consumed?: Rise; readonly produced?: Rise }[];
};

/** Maximum numbers of devices, of their properties and of counters, as for the activity of a home. */
const MAX_DEVICES = 10_000;
const MAX_SERIES = 50_000;
const MAX_COUNTERS = 2_000;
/** Maximum number of hours of all counters together, which takes some seconds of the threads that read. */
const MAX_HOURS = 5_000_000;
/** A connection of 100 kW feeds a small factory. What rises faster is another count, such as of a new meter. */
const MAX_KWH_PER_HOUR = 100;

const roles = { consumed: 1, produced: 2 } as const;

/**
 * Reads the energy of a home:
 * 1. Find the counters of the user's devices, or of some of them.
 * 2. Choose those that are added up.
 * 3. Count them by bar, with the part at the second rate.
 */
export function createEnergy({ db, clock, history, templates, tileGroups }: Dependencies) {
  const homeDevices = createHomeDevices(db, clock);

  async function devicesOf({ userId, channel, group }: Question): Promise<HomeDevice[]> {
    const devices = await homeDevices.ofUser(userId, MAX_DEVICES + 1);
    if (channel !== undefined) {
      const own = devices.filter(({ channelId }) => channelId === channel);
      if (own.length === 0) throw new ApiError('not_found');
      return own;
    }
    if (group === undefined) return bounded(devices, MAX_DEVICES, 'devices');
    if (!(await tileGroups.ofUser(userId)).some(({ id }) => id === group))
      throw invalidField('group', 'is not an area or group of this home');
    const inGroup = await homeDevices.channelsOfGroup(userId, group);
    return devices.filter(({ channelId }) => inGroup.has(channelId));
  }

  async function countersOf(question: Question): Promise<Counter[]> {
    const devices = await devicesOf(question);
    const byChannel = new Map(devices.map((device) => [device.channelId, device]));
    const find = await findCounters(templates, devices);
    const all = await homeDevices.seriesOf([...byChannel.keys()], MAX_SERIES + 1);
    const counters = bounded(all, MAX_SERIES, 'properties').flatMap(({ id: series, ...address }) => {
      const device = byChannel.get(address.channelId);
      const property = device && find(device, address.componentId, address.propertyId);
      return property ? [{ series, ...address, ...property, since: device.since }] : [];
    });
    return bounded(withoutParts(counters), MAX_COUNTERS, 'counters of energy');
  }

  return async (question: Question): Promise<EnergyOfHome> => {
    const { bars, zone, tariff } = question;
    const counters = await countersOf(question);
    requireBoundedRange(counters, bars, clock.now());
    const added = new Set([
      ...addedUp(counters, 'consumed', question),
      ...addedUp(counters, 'produced', question),
    ]);
    const requested = counters.map((counter) => ({
      series: counter.series,
      propertyId: counter.propertyId,
      from: counter.since,
      factor: counter.factor,
      role: added.has(counter) ? roles[counter.kind] : 0,
    }));
    const segments = segmentsOf(bars, zone, tariff?.second);
    const { bySeries, byBar } = await history.rises(requested, { segments, maxPerHour: MAX_KWH_PER_HOUR });
    return {
      counters: counters.map((counter) => ({ counter, rise: bySeries.get(counter.series) })),
      bars: bars.map(({ from }, index) => {
        const consumed = byBar.get(roles.consumed)?.get(index);
        const produced = byBar.get(roles.produced)?.get(index);
        return { from, ...(consumed && { consumed }), ...(produced && { produced }) };
      }),
    };
  };
}

/** Leaves out the counters of tariffs and phases where another one of the device counts them together. */
function withoutParts(counters: readonly Counter[]): Counter[] {
  const key = ({ channelId, componentId, kind, isReturned }: Counter) =>
    `${channelId} ${componentId} ${kind} ${isReturned}`;
  const whole = new Set(counters.filter(({ isPart }) => !isPart).map(key));
  return counters.filter((counter) => !counter.isPart || !whole.has(key(counter)));
}

/**
 * Returns the counters that make up the sum. A meter counts again what devices count. So the sum of the home
 * consists of its meters if there are any, the sum of a group of its devices, and the sum of a device of all its
 * parts. What a meter gives back to the grid is a part of what the home's inverters made, so that it is their sum if
 * they count it.
 */
function addedUp(
  counters: readonly Counter[],
  kind: CounterKind,
  { channel, group }: Pick<Question, 'channel' | 'group'>,
): readonly Counter[] {
  const all = counters.filter((counter) => counter.kind === kind);
  const made = all.filter(({ isReturned, measures }) => !isReturned || measures === 'device');
  const own = made.length > 0 ? made : all;
  if (channel !== undefined) return own;
  const preferred = own.filter(({ measures }) => measures === (group === undefined ? 'home' : 'device'));
  return preferred.length > 0 ? preferred : own;
}

function requireBoundedRange(counters: readonly Counter[], bars: readonly Bar[], now: number): void {
  const until = Math.min(now, bars.at(-1)?.to ?? 0);
  const hours = Math.max(0, until - (bars[0]?.from ?? 0)) / HOUR_MS;
  if (hours * counters.length > MAX_HOURS)
    throw invalidField(
      'from',
      `must be later, or "channel" or "group" be given: ${counters.length} counters are too many for this range`,
    );
}

function bounded<Each>(list: Each[], limit: number, things: string): Each[] {
  if (list.length > limit)
    throw invalidField('group', `is required: the home has more than ${limit} ${things}`);
  return list;
}

type CounterKind = 'consumed' | 'produced';

/** A property that counts energy. */
type CounterProperty = {
  readonly kind: CounterKind;
  /** Whether it counts a tariff or a phase, and what is given back to the grid. */
  readonly isPart: boolean;
  readonly isReturned: boolean;
  /** A meter measures the home; other devices only themselves. */
  readonly measures: 'home' | 'device';
  /** Converts a value to kWh. */
  readonly factor: number;
};

/** The classes of counters that only rise. Others, such as the energy of today, are reset every day. */
const kinds = [
  { kind: 'consumed', pattern: /\.electricity\.energy$/ },
  { kind: 'produced', pattern: /\.electricity\.produced-energy$/ },
] as const;
const PART = /\.counters\.part$/;
const RETURNED = /\.counters\.returned$/;
/** The type of the component that measures a home. */
const METER = 'meter';
/** The key of kilowatt hours in the table of units. */
const KWH = 'kph';

/** Finds the counters of devices: a function of a device, its component and its property. */
async function findCounters(templates: Templates, devices: readonly HomeDevice[]) {
  const byTemplate = new Map<string, ReadonlyMap<string, CounterProperty>>();
  for (const { templateId, templateVersion } of devices) {
    const key = `${templateId} ${templateVersion}`;
    if (byTemplate.has(key)) continue;
    const { components, properties } = await templates.get(templateId, templateVersion);
    const found = components.flatMap(({ id, type }) =>
      propertiesOfType(properties, type).flatMap((property): [string, CounterProperty][] => {
        const counter = counterOf(property, type);
        return counter ? [[`${id} ${property.id}`, counter]] : [];
      }),
    );
    byTemplate.set(key, new Map(found));
  }
  return ({ templateId, templateVersion }: HomeDevice, componentId: string, propertyId: string) =>
    byTemplate.get(`${templateId} ${templateVersion}`)?.get(`${componentId} ${propertyId}`);
}

function counterOf({ classes, unitsOptions }: TemplateProperty, type: string): CounterProperty | undefined {
  const found = kinds.find(({ pattern }) => classes.some((name) => pattern.test(name)));
  const unit = findUnit(unitsOptions.vendorUnit);
  if (!found || unit === undefined || !canConvert(unit, KWH)) return undefined;
  const measures = type === METER ? 'home' : 'device';
  const has = (pattern: RegExp) => classes.some((name) => pattern.test(name));
  return {
    kind: found.kind,
    isPart: has(PART),
    isReturned: has(RETURNED),
    measures,
    factor: convert(1, unit, KWH),
  };
}
