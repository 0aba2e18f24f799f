import { type Energy, type resources, type Tariff, toTimestamp } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { HomeRecords } from '../../identity/homes/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { findZone, type Rise, readRange, UTC, type Zone } from '../../telemetry/history/index.ts';
import { type Preferences, readTariff } from '../preferences/index.ts';
import { barsIn, defaultBegin } from './bars.ts';
import { createEnergy, type Dependencies, type EnergyOfHome } from './energy.ts';

/** Long ranges are limited per caller, so that one caller with many requests does not delay the others. */
const LIMITS = { maxConcurrent: 4, maxWaiting: 200, maxWaitingPerKey: 40 };
/** Digits after the decimal point: what a counter of watt hours says, without the rounding of doubles. */
const KWH_DIGITS = 6;
const COST_DIGITS = 4;

export function energyHandlers(
  dependencies: Dependencies & { homeRecords: HomeRecords; preferences: Preferences },
): Handlers<typeof resources.energy> {
  const { clock, homeRecords, preferences } = dependencies;
  const energyOf = createEnergy(dependencies);
  const limiter = createLimiter(LIMITS);
  return {
    read: async ({ input, context }) => {
      const { id: userId } = context.home;
      const range = readRange({ from: input.from, to: input.to });
      const home = await homeRecords.find(userId);
      if (!home) throw new ApiError('not_found');
      const { modern } = await preferences.of(home.ownerId);
      const { zone, timezone } = zoneOf(input.tz, modern['timezone']);
      const interval = input.interval ?? 'hour';
      const to = input.to === undefined ? clock.now() : range.to;
      const from = input.from === undefined ? defaultBegin(interval, zone, to - 1) : range.from;
      if (from > to) throw invalidField('from', 'must not be after "to"');
      const bars = barsIn(interval, zone, from, to);
      const tariff = readTariff(home.tariff);
      const { channel, group } = input;
      const found = await limiter(context.principal.id, () =>
        energyOf({ userId, bars, zone, tariff, channel, group }),
      );
      return { body: toWire(found, timezone, tariff) };
    },
  };
}

/** Returns the zone that is named, or that of the preferences, which may contain any text. */
function zoneOf(name: string | undefined, preferred: unknown): { zone: Zone; timezone: string } {
  if (name !== undefined) {
    const zone = findZone(name);
    if (!zone) throw invalidField('tz', 'must be an IANA time zone, such as Europe/Lisbon');
    return { zone, timezone: name };
  }
  const zone = typeof preferred === 'string' ? findZone(preferred) : undefined;
  return zone ? { zone, timezone: String(preferred) } : { zone: UTC, timezone: 'UTC' };
}

function toWire({ bars, counters }: EnergyOfHome, timezone: string, tariff: Tariff | undefined): Energy {
  return {
    bars: bars.map(({ from, consumed, produced }) => ({
      timestamp: toTimestamp(from),
      ...(consumed && { consumed: rounded(consumed.rise, KWH_DIGITS), ...costOf(consumed, tariff) }),
      ...(produced && { produced: rounded(produced.rise, KWH_DIGITS) }),
      ...estimatedOf(consumed ?? produced),
    })),
    counters: counters.map(({ counter, rise }) => ({
      channel: counter.channelId,
      component: counter.componentId,
      property: counter.propertyId,
      measures: counter.measures,
      ...(rise && { [counter.kind]: rounded(rise.rise, KWH_DIGITS) }),
      ...(rise && counter.kind === 'consumed' && costOf(rise, tariff)),
      ...estimatedOf(rise),
      resets: rise?.falls ?? 0,
    })),
    timezone,
    ...(tariff && { currency: tariff.currency }),
  };
}

function costOf({ rise, weighted }: Rise, tariff: Tariff | undefined): { cost?: number } {
  if (!tariff) return {};
  const { price, second } = tariff;
  const atSecond = second ? weighted : 0;
  return { cost: rounded((rise - atSecond) * price + atSecond * (second?.price ?? 0), COST_DIGITS) };
}

function estimatedOf(rise: Rise | undefined): { estimated?: number } {
  const estimated = rounded(rise?.estimated ?? 0, KWH_DIGITS);
  return estimated > 0 ? { estimated } : {};
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
