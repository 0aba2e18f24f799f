import type { Property } from '@azulejo/contract';

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/** Days of the week, or those that the device itself counts as workdays and days off. */
export type ScheduleDays = readonly Weekday[] | 'workdays' | 'days-off';

type Part = { readonly days: ScheduleDays; readonly count?: number };

/** A text with the points of one program, or of several, one after the other. */
export type ScheduleText = {
  readonly property: string;
  /** The member of the value that is the text, if the value is an object. */
  readonly member?: string;
  /** The programs of the text; each has a `count` of points if there are several. */
  readonly programs: readonly Part[];
  /** Whether a program may have any number of points, and even none. */
  readonly isFree: boolean;
};

/** Says in which properties a device has its schedule, and what it accepts there. */
type Layout = {
  readonly texts: readonly ScheduleText[];
  /** The most points of a program; undefined if it has as many as the device reports. */
  readonly max?: number;
  readonly startsAtMidnight: boolean;
  readonly step?: number;
  /** Whether whole degrees have a decimal (`21.0`) unless the device shows that they have none. */
  readonly hasDecimal: boolean;
};

const WORKING_WEEK = WEEKDAYS.slice(0, 5);
const FIXED = { startsAtMidnight: false, hasDecimal: false };

/** Returns how many points a text holds in parts: one program for each of the days. */
const partsOf = (count: number): Part[] => [
  { days: WORKING_WEEK, count },
  { days: ['saturday'], count },
  { days: ['sunday'], count },
];

type Find = (id: string, schema?: 'text' | 'composite') => Property | undefined;

/**
 * The layouts of the thermostats in zigbee-herdsman-converters 26.112.0 whose programs are texts of points such
 * as `06:00/21.5`. Those that are left out mean something else by the same words: times at which a period ends
 * (Tuya TV02), presets instead of temperatures (Aqara WT-A03E), points of the next day (Aqara SRTS-A01), JSON
 * or bytes (Tervix, Woox), or number by number (Moes BHT-002 and ZHT-S01, Lidl 368308_2010, AVATTO ZWT100).
 */
const layouts: readonly ((find: Find) => Layout | undefined)[] = [
  // Most Tuya thermostats, Sunricher; Tuya's write one decimal.
  (find) =>
    ofDays(
      find,
      WEEKDAYS.map((day) => [`schedule-${day}`, [day]]),
      { hasDecimal: true },
    ),
  // Slacky-DIY: Monday's text is that of the working week.
  (find) =>
    find('schedule-tuesday') || find('schedule-mode')
      ? undefined
      : ofDays(find, [
          ['schedule-monday', WORKING_WEEK],
          ['schedule-saturday', ['saturday']],
          ['schedule-sunday', ['sunday']],
        ]),
  // SONOFF, whose newer thermostats have three groups of programs with twice as many points.
  (find) =>
    find('save-schedule')
      ? undefined
      : ofDays(
          find,
          WEEKDAYS.map((day) => [`weekly-schedule-${day}`, [day]]),
          { max: find('schedule-active-group') ? 12 : 6, startsAtMidnight: true },
        ),
  // Tuya TS0601_thermostat, which takes whole degrees.
  (find) =>
    ofDays(
      find,
      [
        ['workdays-schedule', 'workdays'],
        ['holidays-schedule', 'days-off'],
      ],
      { step: 1 },
    ),
  // Moes ZHT-S03, Tuya ZWT198.
  (find) =>
    ofDays(
      find,
      [
        ['schedule-weekday', 'workdays'],
        ['schedule-holiday', 'days-off'],
      ],
      { hasDecimal: true },
    ),
  // Moes BRT-100-TRV, which takes whole degrees.
  (find) => ofOneText(find, 'programming-mode', partsOf(4), { step: 1 }),
  // Gluon ST001, Tuya BAC-002-ALZB.
  (find) => ofOneText(find, 'schedule-text', partsOf(4)),
  // Tuya X5H-GB-B.
  (find) =>
    ofOneText(find, 'schedule', [
      { days: 'workdays', count: 6 },
      { days: 'days-off', count: 2 },
    ]),
  // Sber SBDV-00205: one value with a text for each day.
  (find) =>
    find('schedule', 'composite') && find('clear-weekly-schedule')
      ? {
          ...FIXED,
          max: 10,
          texts: WEEKDAYS.map((day) => ({
            property: 'schedule',
            member: day,
            programs: [{ days: [day] }],
            isFree: true,
          })),
        }
      : undefined,
];

type Rules = Partial<Omit<Layout, 'texts'>>;

function ofDays(
  find: Find,
  days: readonly (readonly [property: string, days: ScheduleDays])[],
  rules: Rules = {},
): Layout | undefined {
  if (!days.every(([property]) => find(property, 'text'))) return undefined;
  return {
    ...FIXED,
    ...rules,
    texts: days.map(([property, each]) => ({
      property,
      programs: [{ days: each }],
      isFree: rules.max !== undefined,
    })),
  };
}

function ofOneText(
  find: Find,
  property: string,
  programs: readonly Part[],
  rules: Rules = {},
): Layout | undefined {
  return find(property, 'text') && { ...FIXED, ...rules, texts: [{ property, programs, isFree: false }] };
}

/** Returns where a component with these properties has its schedule; undefined if it has none that is known. */
export function layoutOf(properties: readonly Property[]): Layout | undefined {
  const find: Find = (id, schema) =>
    properties.find(
      (each) => each.id === id && (schema === undefined || each.schema.split('/').at(-1) === schema),
    );
  for (const layout of layouts) {
    const found = layout(find);
    if (found) return found;
  }
  return undefined;
}
