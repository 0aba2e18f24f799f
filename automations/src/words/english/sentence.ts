import type { DurationUnit, Group, GroupKey, Interval, Verb, VerbKey } from '../vocabulary.ts';

const group = (one: string, many: string): Group => ({
  any: `any ${one}`,
  every: `every ${one}`,
  all: `all ${many}`,
  gender: 'm',
});

const groups: Readonly<Record<GroupKey, Group>> = {
  light: group('light', 'lights'),
  socket: group('socket', 'sockets'),
  cover: group('blind', 'blinds'),
  thermostat: group('thermostat', 'thermostats'),
  opening: group('door or window', 'doors and windows'),
  lock: group('lock', 'locks'),
  motion: group('motion sensor', 'motion sensors'),
  leak: group('leak sensor', 'leak sensors'),
  smoke: group('smoke alarm', 'smoke alarms'),
  carbonMonoxide: group('carbon monoxide alarm', 'carbon monoxide alarms'),
  gas: group('gas alarm', 'gas alarms'),
  battery: group('battery', 'batteries'),
  device: group('device', 'devices'),
};

const verbs: Readonly<Record<VerbKey, Verb>> = {
  turnOn: { full: '[turn on] {device}', again: '[turn it on]' },
  turnOff: { full: '[turn off] {device}', again: '[turn it off]' },
  lock: { full: '[lock] {device}', again: '[lock it]' },
  unlock: { full: '[unlock] {device}', again: '[unlock it]' },
  open: { full: '[open] {device}', again: '[open it]' },
  close: { full: '[close] {device}', again: '[close it]' },
  stop: { full: '[stop] {device}', again: '[stop it]' },
  set: { full: '[set] {device} to {value}', again: '[set it] to {value}' },
  press: { full: '[trigger] {device}', again: '[trigger] {device}' },
};

/** The first interval of each unit, and the word before several of them. */
const each: Readonly<Record<DurationUnit, { readonly one: Interval; readonly many: string }>> = {
  second: { one: { lead: 'every', text: 'second' }, many: 'every' },
  minute: { one: { lead: 'every', text: 'minute' }, many: 'every' },
  hour: { one: { lead: 'every', text: 'hour' }, many: 'every' },
  day: { one: { lead: 'every', text: 'day' }, many: 'every' },
};

export const sentence = {
  sentence: {
    when: '{when}, {then}.',
    whenIf: '{when}, only if {onlyIf}, then {then}.',
    /** The form for an automation that begins at a time. */
    at: '{when}, {then}.',
    atIf: '{when}, only if {onlyIf}, {then}.',
    again: 'If it happens again in the meantime, {mode}. Run {often}.',
    late: 'After an outage, set devices {late}.',
  },
  leads: { when: 'when', at: 'at', sun: 'at', sunOffset: 'at {time}', onlyIf: 'only if', then: 'then' },
  joints: { or: ', or ', and: ', and ', step: ', ', innerOr: ' or ', innerAnd: ' and ', aside: '; ' },
  trigger: { time: '{time}', timeOnDays: '{time} {days}', byHand: '[you run it]' },
  step: { aside: '{step} ({asides})', only: 'only for {triggers}', nothing: 'do nothing' },
  again: {
    single: 'leave it',
    restart: 'start again',
    queued: 'do it after',
    parallel: 'do it as well',
    always: 'as often as it happens',
    atMost: 'at most once {interval}',
    lateAlways: 'however late it is',
    lateAtMost: 'up to {duration} late',
  },
  sun: {
    sunrise: 'sunrise',
    sunset: 'sunset',
    before: '{offset} before {event}',
    after: '{offset} after {event}',
  },
  days: {
    Weekday: 'on weekdays',
    Weekend: 'on weekends',
    Daily: 'every day',
    list: 'on {days}',
    each: {
      mo: 'Mondays',
      tu: 'Tuesdays',
      we: 'Wednesdays',
      th: 'Thursdays',
      fr: 'Fridays',
      sa: 'Saturdays',
      su: 'Sundays',
    },
    isWeekday: 'a weekday',
    isWeekend: 'the weekend',
    isDaily: 'any day',
  },
  home: { arrives: 'home', leaves: 'home', isAt: 'at home', isNotAt: 'away' },
  value: { on: 'on', off: 'off', colour: 'this colour', other: 'this value' },
  gone: {
    device: 'a device that is gone',
    room: 'a room that is gone',
    place: 'a place that is gone',
    person: 'someone who is gone',
    scene: 'a scene that is gone',
    automation: 'an automation that is gone',
  },
  webAddress: 'its web address',
  subject: '{device} · {property}',
  inRoom: '{group} in {room}',
  quote: '“{text}”',
  /** What templates say in general, as `model/languages` translates it: the messages above say it better. */
  standardPredicates: {
    becomes: 'becomes',
    changes: 'changes',
    fallsBelow: 'falls below',
    is: 'is',
    isAbove: 'is above',
    isAnything: 'is anything',
    isBelow: 'is below',
    isNot: 'is not',
    now: 'now',
    risesAbove: 'rises above',
    setTo: 'set to',
  },
  /** Instead of signs that phones would take for HTML. */
  signs: { '<': 'below', '>': 'above', '&': 'and' },
  part: '…',
  groups,
  verbs,
  each,
};
