import type { Property } from '@azulejo/contract';
import { isWritable } from './bindings.ts';
import { isJsonObject } from './json-object.ts';
import { layoutOf, type ScheduleDays, type ScheduleText } from './schedule-layouts.ts';

/** The thermostat heats to this temperature in °C from this minute of the day on. */
export type SwitchPoint = { readonly minute: number; readonly temperature: number };

/** The switching points of some days. */
export type Program = {
  readonly days: ScheduleDays;
  /** The property whose value has the points. */
  readonly property: string;
  /** Sorted by time; undefined while the device has not reported them. */
  readonly points: readonly SwitchPoint[] | undefined;
  /** Whether the points can be changed: the device takes them, and their number is known. */
  readonly isWritable: boolean;
  readonly min: number;
  readonly max: number;
};

/** The weekly schedule of a thermostat. */
export type Schedule = {
  readonly programs: readonly Program[];
  /** Whether the first point of each day has to be at midnight. */
  readonly startsAtMidnight: boolean;
  /** The temperature step of the schedule, if it is another one than that of the target. */
  readonly step: number | undefined;
  readonly texts: readonly Known[];
  readonly style: Style;
};

/** A text of the layout with what is known of it. */
type Known = ScheduleText & { readonly data: unknown };

/** How the device writes its points: `06:00/21.5`, `06:00/21.5°C`, with one space between them or two. */
type Style = { readonly separator: string; readonly suffix: string; readonly hasDecimal: boolean };

/** No device sends a text this long, so anything longer is not a schedule. */
const MAX_TEXT = 500;
/** Hours of 24 are left out: devices that report them give the end of each period, and not its beginning. */
const POINT = /^([01]?\d|2[0-3]):([0-5]\d)\/(\d{1,2}(?:\.\d{1,2})?)(?:°C)?$/;

/**
 * Returns the schedule of a component with these properties; undefined if it has none, or if one of its texts
 * has a format that is not known.
 */
export function readSchedule(
  properties: readonly Property[],
  dataOf: (property: string) => unknown,
): Schedule | undefined {
  const layout = layoutOf(properties);
  if (!layout) return undefined;
  const texts = layout.texts.map((text) => ({ ...text, data: dataOf(text.property) }));
  const read = texts.map((text) => readText(text, textOf(text)));
  if (read.some((each) => each === undefined)) return undefined;
  const points = read.flatMap((each) => each ?? []);
  const counts = points.flatMap((each) => (each ? [each.length] : []));
  // Devices with a fixed number of points have the same number every day, unless their text says otherwise.
  const common = new Set(counts).size === 1 ? counts[0] : undefined;
  const isChangeable = (id: string) =>
    properties.some((property) => property.id === id && isWritable(property));
  const programs = texts.flatMap((text) =>
    text.programs.map(({ days, count }) => ({ text, days, count: count ?? common })),
  );
  return {
    startsAtMidnight: layout.startsAtMidnight,
    step: layout.step,
    texts,
    style: styleOf(texts.map(textOf), layout.hasDecimal),
    programs: programs.map(({ text, days, count }, index): Program => {
      const known = points[index];
      const number = layout.max === undefined ? (known?.length ?? count) : undefined;
      const isShared = text.programs.length > 1;
      const isKnownEnough =
        layout.max !== undefined || (isShared ? known !== undefined : number !== undefined);
      return {
        days,
        property: text.property,
        points: known,
        isWritable: isChangeable(text.property) && isKnownEnough,
        min: number ?? 1,
        max: layout.max ?? number ?? 0,
      };
    }),
  };
}

/**
 * Returns the values to write, by property, so that the programs at these places of the list get these points.
 * A text that holds several programs is written whole.
 */
export function scheduleWrites(
  schedule: Schedule,
  changes: ReadonlyMap<number, readonly SwitchPoint[]>,
): { readonly property: string; readonly data: unknown }[] {
  const written = new Map<string, unknown>();
  let first = 0;
  for (const text of schedule.texts) {
    const places = text.programs.map((_, index) => first + index);
    first += text.programs.length;
    if (!places.some((place) => changes.has(place))) continue;
    const all = places.flatMap((place) =>
      inOrder(changes.get(place) ?? schedule.programs[place]?.points ?? []),
    );
    const data = all.map((point) => writePoint(point, schedule.style)).join(schedule.style.separator);
    const known = written.get(text.property) ?? text.data;
    written.set(
      text.property,
      text.member === undefined ? data : { ...(isJsonObject(known) ? known : {}), [text.member]: data },
    );
  }
  return [...written].map(([property, data]) => ({ property, data }));
}

const inOrder = (points: readonly SwitchPoint[]): SwitchPoint[] =>
  points.toSorted((one, other) => one.minute - other.minute);

/** Returns the text; undefined while it is not known, and for something else than a text. */
function textOf({ data, member }: Known): string | undefined {
  const text = member === undefined ? data : isJsonObject(data) ? data[member] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/**
 * Returns the points of each program of the text, with undefined for those that are not known; undefined if
 * the text is not a schedule. An empty text is a day without points if the number of points is free.
 */
function readText(
  { programs, isFree }: ScheduleText,
  text: string | undefined,
): readonly (readonly SwitchPoint[] | undefined)[] | undefined {
  if (text === undefined) return programs.map(() => undefined);
  const parts = text.length > MAX_TEXT ? ['?'] : text.split(/\s+/).filter((part) => part !== '');
  if (parts.length === 0) return programs.map(() => (isFree ? [] : undefined));
  const points = parts.map(readPoint);
  if (points.includes(undefined)) return undefined;
  const all = points.filter((point) => point !== undefined);
  const counts = programs.map(({ count = all.length }) => count);
  const divided = counts.map((count, index) => {
    const first = counts.slice(0, index).reduce((sum, each) => sum + each, 0);
    return all.slice(first, first + count);
  });
  const isComplete = counts.reduce((sum, each) => sum + each, 0) === all.length;
  return isComplete && divided.every(isAscending) ? divided : undefined;
}

function readPoint(text: string): SwitchPoint | undefined {
  const [, hours, minutes, temperature] = POINT.exec(text) ?? [];
  if (temperature === undefined) return undefined;
  return { minute: Number(hours) * 60 + Number(minutes), temperature: Number(temperature) };
}

/** Returns whether the times ascend. Other orders mean something unknown, such as the next day. */
const isAscending = (points: readonly SwitchPoint[]): boolean =>
  points.every(({ minute }, index) => index === 0 || minute > (points[index - 1]?.minute ?? 0));

function styleOf(texts: readonly (string | undefined)[], hasDecimal: boolean): Style {
  const all = texts.filter((text) => text !== undefined).join('\n');
  const isWhole = /\/\d+(?=°|\s|$)/.test(all);
  return {
    separator: /\S {2}\S/.test(all) ? '  ' : ' ',
    suffix: all.includes('°C') ? '°C' : '',
    hasDecimal: /\.0(?=°|\s|$)/.test(all) || (hasDecimal && !isWhole),
  };
}

function writePoint({ minute, temperature }: SwitchPoint, { suffix, hasDecimal }: Style): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const degrees = hasDecimal && Number.isInteger(temperature) ? temperature.toFixed(1) : String(temperature);
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}/${degrees}${suffix}`;
}
