import type { Channel, Component, HistoryPoint, Property } from '@azulejo/contract';
import { isReadable, isWritable, propertiesOf, valueKey } from '@azulejo/model';
import { isOfClass, schemaOf } from '../../devices/controls/property.ts';
import { propertyLabel } from '../../kit/formats/property-label.ts';
import { groupOf } from './property-group.ts';

/** A property of a component that has a history. */
export type Track = {
  readonly key: string;
  readonly label: string;
  readonly component: Component;
  readonly property: Property;
  /** Numbers are shown as a line, everything else as a band of states. */
  readonly isNumber: boolean;
  /** The value holds until it is set again: a line of steps without gaps. */
  readonly isHeld: boolean;
};

/** The values of these schemas are not numbers. */
const STATES = new Set(['boolean', 'on-off', 'choice', 'text', 'event']);
const NOT_CHARTED = new Set([
  'composite',
  'color-hsv',
  'location',
  'activity',
  'activity-history',
  'visit',
  'call',
]);

export function tracksOf(channel: Channel): Track[] {
  const isSeveral = channel.components.length > 1;
  return channel.components.flatMap((component) =>
    propertiesOf(channel, component)
      .filter((property) => isReadable(property) && !NOT_CHARTED.has(schemaOf(property)))
      .map((property): Track => {
        const own = propertyLabel(property);
        return {
          key: valueKey(component.id, property.id),
          label: isSeveral ? `${component.label || component.id}: ${own}` : own,
          component,
          property,
          isNumber: !STATES.has(schemaOf(property)) && schemaOf(property) !== 'wireless-network',
          isHeld: isWritable(property),
        };
      }),
  );
}

/** Counters have bars, and a battery's charge hardly changes: both are shown first only if nothing else is. */
const QUIET = /\.(electricity\.(produced-)?energy|battery\.battery)$/;

/** Returns the tracks that are shown by default: the device's purpose, not its settings. */
export function firstOf(tracks: readonly Track[]): string[] {
  const main = tracks.filter(({ property }) => groupOf(property) === 'main');
  const rank = ({ property }: Track) => property.mainInformationPriority || property.mainActionPriority || 99;
  const wording = main.filter(({ property }) => !isOfClass(property, QUIET));
  return (wording.length > 0 ? wording : main)
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, 3)
    .map(({ key }) => key);
}

export type Sample = {
  readonly at: number;
  readonly value: unknown;
  readonly band: [number, number] | null;
  /** The automation that set the value. */
  readonly by?: HistoryPoint['by'];
};

/** Converts points to samples, oldest first. The time of an interval is its middle. */
export function samplesOf(points: readonly HistoryPoint[], interval: number | undefined): Sample[] {
  return points
    .map(({ timestamp, value, min, max, by }) => ({
      at: Date.parse(timestamp) + (interval ?? 0) / 2,
      value,
      band: min === undefined || max === undefined ? null : ([min, max] as [number, number]),
      ...(by && { by }),
    }))
    .toReversed();
}

/**
 * Returns the time without a value that counts as a gap. It depends on how often the device usually reports.
 */
export function gapOf(samples: readonly Sample[], interval: number): number {
  const lengths = samples.slice(1).map(({ at }, index) => at - (samples[index]?.at ?? at));
  const median = lengths.toSorted((one, other) => one - other)[Math.floor(lengths.length / 2)] ?? 0;
  return Math.max(3 * interval, 4 * median);
}
