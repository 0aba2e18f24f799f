import type { Describable } from '../describe.ts';
import { at } from './names.ts';

const on = { set: at('light.status'), value: true } as const;
const off = { set: at('light.status'), value: false } as const;
const seen = { property: at('motion.occupancy'), is: 'becomes', value: true } as const;
const temperature = at('climate.temperature');

type Trigger = Describable['when'][number];
type Condition = NonNullable<Describable['onlyIf']>;
type Step = Describable['then'][number];

const when = (...triggers: Trigger[]): Describable => ({ when: triggers, then: [on] });
const onlyIf = (condition: Condition): Describable => ({ when: [seen], onlyIf: condition, then: [on] });
const then = (...steps: Step[]): Describable => ({ when: [{ ...seen, id: 't1' }], then: steps });
const lights = { class: 'control.status', component: 'light-bulb' } as const;
const doors = { class: 'security.open' } as const;
const days = ['mo', 'tu', 'we', 'th', 'fr'] as const;

/** An automation of each form that there is, by its name. */
export const forms: Readonly<Record<string, Describable>> = {
  'becomes true': when(seen),
  'becomes false': when({ property: at('door.open'), is: 'becomes', value: false }),
  'stops being true': when({ property: at('door.open'), is: 'stops-being', value: true }),
  'rises above': when({ property: temperature, is: 'rises-above', value: 21 }),
  'falls below with leeway': when({ property: temperature, is: 'falls-below', value: 21.5, leeway: 0.5 }),
  'rises above for a while': when({
    property: temperature,
    is: 'rises-above',
    value: 70,
    unit: 'fahrenheit',
    for: 'PT90M',
  }),
  'falls below for a while': when({ property: temperature, is: 'falls-below', value: 16, for: 'PT1H' }),
  'stays so': when({ property: at('door.open'), is: 'becomes', value: true, for: 'PT5M' }),
  'becomes a choice': when({ property: at('climate.mode'), is: 'becomes', value: 'eco' }),
  'is a choice for a while': when({ property: at('climate.mode'), is: 'becomes', value: 'eco', for: 'P1D' }),
  'stops being a choice': when({ property: at('climate.mode'), is: 'stops-being', value: 'eco' }),
  'is another choice for a while': when({
    property: at('climate.mode'),
    is: 'stops-being',
    value: 'eco',
    for: 'PT30S',
  }),
  changes: when({ property: at('climate.mode'), is: 'changes' }),
  reports: when({ property: temperature, is: 'reports' }),
  'words of a template': when({ property: at('bell.ring'), is: 'becomes', value: 'x' }),
  time: when({ time: { at: '06:30', days: [...days] } }),
  'time on some days': when({ time: { at: '06:30', days: ['mo', 'sa'] } }),
  sunset: when({ sun: { event: 'sunset' } }),
  'before sunset': when({ sun: { event: 'sunset', offset: '-PT15M', days: ['sa', 'su'] } }),
  'after sunrise': when({ sun: { event: 'sunrise', offset: 'PT1H' } }),
  every: when({ every: 'PT15M' }),
  'every hour': when({ every: 'PT1H' }),
  'person arrives': when({ person: 'arrives', place: 'home', who: ['ana'] }),
  'person leaves home': when({ person: 'leaves', place: 'home' }),
  'one of two arrives at a place': when({ person: 'arrives', place: 'work', who: ['ana', 'rui'] }),
  'person leaves a place': when({ person: 'leaves', place: 'work' }),
  unreachable: when({ device: 'unreachable', channel: 'freezer' }),
  'unreachable for a while': when({ device: 'unreachable', channel: 'freezer', for: 'PT10M' }),
  reachable: when({ device: 'reachable', channel: 'freezer' }),
  'reachable for a while': when({ device: 'reachable', channel: 'freezer', for: 'PT10M' }),
  silent: when({ device: 'silent', channel: 'freezer', for: 'PT1H' }),
  scene: when({ scene: 'S' }),
  'web address': when({ webhook: true }),
  'by hand': when(),
  'two triggers': when(
    seen,
    { property: at('door.open'), is: 'becomes', value: true },
    { time: { at: '07:00' } },
  ),
  'any of a group': when({ properties: { ...doors, of: 'any' }, is: 'becomes', value: true }),
  'any of a group in a room for a while': when({
    properties: { ...lights, room: 'living', of: 'any' },
    is: 'becomes',
    value: true,
    for: 'PT3H',
  }),
  'every one of a group': when({ properties: { ...lights, of: 'every' }, is: 'becomes', value: false }),
  'number of a group': when({
    properties: { class: 'battery.battery', of: 'any' },
    is: 'falls-below',
    value: 15,
  }),
  'group without words': when({
    properties: { class: 'climate.temperature', of: 'any' },
    is: 'rises-above',
    value: 30,
    unit: 'celsius',
  }),
  is: onlyIf({ property: at('door.open'), is: 'is', value: true }),
  'is not': onlyIf({ property: at('door.open'), is: 'is-not', value: true }),
  'is so for a while': onlyIf({ property: at('motion.occupancy'), is: 'is', value: false, since: 'PT2M' }),
  'is a choice': onlyIf({ property: at('climate.mode'), is: 'is', value: 'eco' }),
  'has been a choice': onlyIf({ property: at('climate.mode'), is: 'is', value: 'eco', since: 'PT2M' }),
  'is not a choice': onlyIf({ property: at('climate.mode'), is: 'is-not', value: 'eco' }),
  'has not been a choice': onlyIf({
    property: at('climate.mode'),
    is: 'is-not',
    value: 'eco',
    since: 'PT2M',
  }),
  above: onlyIf({ property: temperature, is: 'above', value: 18 }),
  'above for a while': onlyIf({ property: temperature, is: 'above', value: 18, since: 'PT2M' }),
  below: onlyIf({ property: temperature, is: 'below', value: 18 }),
  'below for a while': onlyIf({ property: temperature, is: 'below', value: 18, since: 'PT2M' }),
  dark: onlyIf({ sun: 'down' }),
  light: onlyIf({ sun: 'up' }),
  'time window': onlyIf({ time: { from: '22:00', to: '06:00' } }),
  'time window on days': onlyIf({ time: { from: '22:00', to: '06:00', days: ['sa', 'su'] } }),
  'after a time on days': onlyIf({ time: { from: '22:00', days: [...days] } }),
  'after a time': onlyIf({ time: { from: '22:00' } }),
  'before a time': onlyIf({ time: { to: '06:00' } }),
  'before a time on days': onlyIf({ time: { to: '06:00', days: ['mo'] } }),
  'on days': onlyIf({ time: { days: ['mo', 'fr'] } }),
  'on weekdays': onlyIf({ time: { days: [...days] } }),
  'at home': onlyIf({ person: 'is-at', place: 'home' }),
  'all away': onlyIf({ person: 'is-not-at', place: 'home', who: ['ana', 'rui'] }),
  'one away': onlyIf({ person: 'is-not-at', place: 'home', who: ['ana', 'rui'], of: 'any' }),
  'all at home': onlyIf({ person: 'is-at', place: 'home', who: ['ana', 'rui'] }),
  'at a place': onlyIf({ person: 'is-at', place: 'work' }),
  'all at a place': onlyIf({ person: 'is-at', place: 'work', who: ['ana', 'rui'] }),
  'not at a place': onlyIf({ person: 'is-not-at', place: 'work' }),
  'all not at a place': onlyIf({ person: 'is-not-at', place: 'work', who: ['ana', 'rui'] }),
  'is unreachable': onlyIf({ device: 'unreachable', channel: 'freezer' }),
  'is reachable': onlyIf({ device: 'reachable', channel: 'freezer' }),
  'every one is': onlyIf({ properties: { ...lights, of: 'every' }, is: 'is', value: false }),
  'and, either': onlyIf({
    all: [
      { sun: 'down' },
      { any: [{ property: at('lamp.status'), is: 'is', value: true }, { time: { from: '22:00' } }] },
    ],
  }),
  not: onlyIf({ not: { all: [{ sun: 'down' }, { person: 'is-at', place: 'home' }] } }),
  'time with a condition': { when: [{ time: { at: '07:00' } }], onlyIf: { sun: 'down' }, then: [on] },
  it: then(on, { wait: 'PT3M' }, off),
  'another device in between': then(on, { set: at('lamp.status'), value: true }, off),
  'set a number': then({ set: at('climate.setpoint'), value: 21 }),
  'set brightness, then again': then(
    { set: at('light.brightness'), value: 10 },
    { set: at('light.brightness'), value: 60 },
  ),
  'set a choice': then({ set: at('climate.mode'), value: 'comfort' }),
  'set a colour': then({ set: at('light.color'), value: { h: 1, s: 2, v: 3 } }),
  lock: then({ set: at('door.locked'), value: true }, { set: at('door.locked'), value: false }),
  close: then({ set: at('blind.command'), value: 'CLOSE', only: 'always' }),
  press: then({ set: at('light.identify'), value: 'identify' }),
  'set a group': then({ set: { properties: { ...lights, of: 'every' } }, value: false }),
  'set a group in a room': then({
    set: { properties: { ...lights, of: 'every', room: 'living' } },
    value: true,
  }),
  'set in any case': then({ ...on, only: 'always' }, off),
  'set, or stop': {
    when: [{ ...seen, id: 't1' }],
    then: [{ ...on, for: ['t1'], only: 'always', else: 'stop' }],
  },
  'wait until': then({ waitUntil: { property: at('door.open'), is: 'is', value: false }, atMost: 'PT30M' }),
  'wait until, then go on': then({ waitUntil: { sun: 'up' }, atMost: 'PT30M', else: 'go-on' }, on),
  tell: then({ notify: { text: 'It is {{t}} inside', values: { t: temperature }, to: ['ana', 'rui'] } }),
  'tell with a title': then({ notify: { title: 'Window', text: 'It rains in.' } }),
  call: then({ webhook: { url: 'https://example.org/secret' } }),
  'call with data': then({ webhook: { url: 'https://example.org/secret', body: { open: true } } }),
  'run a scene': then({ scene: 'S' }),
  'run an automation': then({ automation: 'A', as: 'run' }),
  'switch on an automation': then({ automation: 'A', as: 'switch-on' }),
  'switch off an automation': then({ automation: 'A', as: 'switch-off' }),
  if: then({ if: { sun: 'down' }, then: [on, off], else: [] }, off),
  'if, otherwise': then({ if: { sun: 'down' }, then: [on], else: [off] }),
  'step of one trigger': {
    when: [
      { id: 't1', sun: { event: 'sunset' } },
      { ...seen, id: 't2' },
    ],
    then: [
      { ...on, for: ['t1'] },
      { ...off, for: ['t2'] },
    ],
  },
  'things that are gone': {
    when: [{ property: at('x.y'), is: 'becomes', value: true }, { scene: 'x' }],
    onlyIf: { person: 'is-at', place: 'x', who: ['x'] },
    then: [{ automation: 'x', as: 'run' }],
  },
};
