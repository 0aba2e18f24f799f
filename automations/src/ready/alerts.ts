import type { PropertyFacts } from '../facts.ts';
import { addressOf, anyOf, type Kind, type ReadyHome, reported, share } from './home.ts';
import { BATTERY, BATTERY_LOW, FREEZER, LEAK, OPENING, TEMPERATURE } from './kinds.ts';
import type { Fill } from './types.ts';

/** A sentence that lists more devices is not read. */
const MAX_SILENT = 8;

const nameOf = ({ names }: ReadyHome, { channel, component, property }: PropertyFacts): string | undefined =>
  names.property({ channel, component, property })?.device ?? names.device(channel);

/** Returns the text about one device, which is named, or about any of several. */
function textFor(
  home: ReadyHome,
  kind: Kind,
  { one, any }: { readonly one: string; readonly any: string },
): string {
  const [first, ...others] = reported(home, kind);
  return first && others.length === 0 ? named(one, nameOf(home, first)) : any;
}

/** Shortens the name that a device's maker gave: it may be longer than the text of a notification. */
const named = (text: string, name = ''): string => text.replace('{device}', () => name.slice(0, 200));

const notify = (text: string) => [{ kind: 'notify' as const, notify: { text } }];

export const doorLeftOpen: Fill = (home, { doorLeftOpen: words }) => {
  const when = anyOf(home, OPENING);
  if (!when) return undefined;
  const then = notify(textFor(home, OPENING, words));
  return { label: words.label, when: [{ ...when, is: 'becomes', value: true, for: 'PT10M' }], then };
};

export const waterLeak: Fill = (home, { waterLeak: words }) => {
  const when = anyOf(home, LEAK);
  if (!when) return undefined;
  const then = notify(textFor(home, LEAK, words));
  return { label: words.label, when: [{ ...when, is: 'becomes', value: true }], then };
};

/** A thermometer in a freezer is known by its name or that of its room. */
export const freezer: Fill = (home, { freezer: { label, text } }) => {
  const sensor = reported(home, TEMPERATURE).find((each) =>
    [nameOf(home, each), ...each.rooms.map(home.names.room)].some((name) => FREEZER.test(name ?? '')),
  );
  if (!sensor || sensor.unit === '') return undefined;
  const property = addressOf(sensor);
  const message = named(text, nameOf(home, sensor)).replace(
    '{unit}',
    () => home.names.unit(sensor.unit) ?? '',
  );
  return {
    label,
    when: [
      { kind: 'property', property, is: 'rises-above', value: -15, unit: 'celsius', leeway: 1, for: 'PT15M' },
    ],
    then: [{ kind: 'notify', notify: { text: message, values: { temperature: property } } }],
  };
};

export const batteryLow: Fill = (home, { batteryLow: words }) => {
  const { label } = words;
  const level = anyOf(home, BATTERY);
  const [first] = reported(home, BATTERY);
  if (level && first) {
    const below = { is: 'falls-below', value: share(first, 0.15), leeway: share(first, 0.05) } as const;
    return { label, when: [{ ...level, ...below }], then: notify(textFor(home, BATTERY, words)) };
  }
  const isLow = anyOf(home, BATTERY_LOW);
  if (!isLow) return undefined;
  const then = notify(textFor(home, BATTERY_LOW, words));
  return { label, when: [{ ...isLow, is: 'becomes', value: true }], then };
};

/** Sensors with batteries report at least once a day; those for safety come first. */
export const deviceSilent: Fill = (home, { deviceSilent: words }) => {
  const isSafety = new Set(
    [...home.facts.properties.values()]
      .filter(({ classes }) => classes.some((name) => name.includes('.safety.')))
      .map(({ channel }) => channel),
  );
  const channels = [...new Set(reported(home, BATTERY).map(({ channel }) => channel))]
    .toSorted((one, other) => Number(isSafety.has(other)) - Number(isSafety.has(one)))
    .slice(0, MAX_SILENT);
  const [first, ...others] = channels;
  if (first === undefined) return undefined;
  return {
    label: words.label,
    when: channels.map((channel) => ({ kind: 'device', device: 'silent', channel, for: 'P1D' })),
    then: notify(others.length === 0 ? named(words.one, home.names.device(first)) : words.any),
  };
};
