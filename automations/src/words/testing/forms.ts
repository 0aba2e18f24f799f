import type { Describable } from '../describe.ts';
import { at } from './names.ts';

const on = { kind: 'set', set: at('light.status'), value: true } as const;
const off = { kind: 'set', set: at('light.status'), value: false } as const;
const seen = { kind: 'property', property: at('motion.occupancy'), is: 'becomes', value: true } as const;
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
  'becomes true, and each report': when({ ...seen, retrigger: true }),
  'becomes false': when({ kind: 'property', property: at('door.open'), is: 'becomes', value: false }),
  'stops being true': when({ kind: 'property', property: at('door.open'), is: 'stops-being', value: true }),
  'rises above': when({ kind: 'property', property: temperature, is: 'rises-above', value: 21 }),
  'falls below with leeway': when({
    kind: 'property',
    property: temperature,
    is: 'falls-below',
    value: 21.5,
    leeway: 0.5,
  }),
  'rises above for a while': when({
    kind: 'property',
    property: temperature,
    is: 'rises-above',
    value: 70,
    unit: 'fahrenheit',
    for: 'PT90M',
  }),
  'falls below for a while': when({
    kind: 'property',
    property: temperature,
    is: 'falls-below',
    value: 16,
    for: 'PT1H',
  }),
  'stays so': when({ kind: 'property', property: at('door.open'), is: 'becomes', value: true, for: 'PT5M' }),
  'becomes a choice': when({ kind: 'property', property: at('climate.mode'), is: 'becomes', value: 'eco' }),
  'is a choice for a while': when({
    kind: 'property',
    property: at('climate.mode'),
    is: 'becomes',
    value: 'eco',
    for: 'P1D',
  }),
  'stops being a choice': when({
    kind: 'property',
    property: at('climate.mode'),
    is: 'stops-being',
    value: 'eco',
  }),
  'is another choice for a while': when({
    kind: 'property',
    property: at('climate.mode'),
    is: 'stops-being',
    value: 'eco',
    for: 'PT30S',
  }),
  changes: when({ kind: 'property', property: at('climate.mode'), is: 'changes' }),
  reports: when({ kind: 'property', property: temperature, is: 'reports' }),
  'words of a template': when({ kind: 'property', property: at('bell.ring'), is: 'becomes', value: 'x' }),
  time: when({ kind: 'time', time: { at: '06:30', days: [...days] } }),
  'time on some days': when({ kind: 'time', time: { at: '06:30', days: ['mo', 'sa'] } }),
  sunset: when({ kind: 'sun', sun: { event: 'sunset' } }),
  'before sunset': when({ kind: 'sun', sun: { event: 'sunset', offset: '-PT15M', days: ['sa', 'su'] } }),
  'after sunrise': when({ kind: 'sun', sun: { event: 'sunrise', offset: 'PT1H' } }),
  every: when({ kind: 'interval', every: 'PT15M' }),
  'every hour': when({ kind: 'interval', every: 'PT1H' }),
  'person arrives': when({ kind: 'person', person: 'arrives', place: 'home', who: ['ana'] }),
  'person leaves home': when({ kind: 'person', person: 'leaves', place: 'home' }),
  'one of two arrives at a place': when({
    kind: 'person',
    person: 'arrives',
    place: 'work',
    who: ['ana', 'rui'],
  }),
  'person leaves a place': when({ kind: 'person', person: 'leaves', place: 'work' }),
  unreachable: when({ kind: 'device', device: 'unreachable', channel: 'freezer' }),
  'unreachable for a while': when({
    kind: 'device',
    device: 'unreachable',
    channel: 'freezer',
    for: 'PT10M',
  }),
  reachable: when({ kind: 'device', device: 'reachable', channel: 'freezer' }),
  'reachable for a while': when({ kind: 'device', device: 'reachable', channel: 'freezer', for: 'PT10M' }),
  silent: when({ kind: 'device', device: 'silent', channel: 'freezer', for: 'PT1H' }),
  scene: when({ kind: 'scene', scene: 'S' }),
  'web address': when({ kind: 'webhook', webhook: true }),
  'by hand': when(),
  'two triggers': when(
    seen,
    { kind: 'property', property: at('door.open'), is: 'becomes', value: true },
    { kind: 'time', time: { at: '07:00' } },
  ),
  'any of a group': when({
    kind: 'property',
    properties: { ...doors, of: 'any' },
    is: 'becomes',
    value: true,
  }),
  'any of a group in a room for a while': when({
    kind: 'property',
    properties: { ...lights, room: 'living', of: 'any' },
    is: 'becomes',
    value: true,
    for: 'PT3H',
  }),
  'every one of a group': when({
    kind: 'property',
    properties: { ...lights, of: 'every' },
    is: 'becomes',
    value: false,
  }),
  'number of a group': when({
    kind: 'property',
    properties: { class: 'battery.battery', of: 'any' },
    is: 'falls-below',
    value: 15,
  }),
  'group without words': when({
    kind: 'property',
    properties: { class: 'climate.temperature', of: 'any' },
    is: 'rises-above',
    value: 30,
    unit: 'celsius',
  }),
  is: onlyIf({ kind: 'property', property: at('door.open'), is: 'is', value: true }),
  'is not': onlyIf({ kind: 'property', property: at('door.open'), is: 'is-not', value: true }),
  'is so for a while': onlyIf({
    kind: 'property',
    property: at('motion.occupancy'),
    is: 'is',
    value: false,
    since: 'PT2M',
  }),
  'is a choice': onlyIf({ kind: 'property', property: at('climate.mode'), is: 'is', value: 'eco' }),
  'has been a choice': onlyIf({
    kind: 'property',
    property: at('climate.mode'),
    is: 'is',
    value: 'eco',
    since: 'PT2M',
  }),
  'is not a choice': onlyIf({ kind: 'property', property: at('climate.mode'), is: 'is-not', value: 'eco' }),
  'has not been a choice': onlyIf({
    kind: 'property',
    property: at('climate.mode'),
    is: 'is-not',
    value: 'eco',
    since: 'PT2M',
  }),
  above: onlyIf({ kind: 'property', property: temperature, is: 'above', value: 18 }),
  'above for a while': onlyIf({
    kind: 'property',
    property: temperature,
    is: 'above',
    value: 18,
    since: 'PT2M',
  }),
  below: onlyIf({ kind: 'property', property: temperature, is: 'below', value: 18 }),
  'below for a while': onlyIf({
    kind: 'property',
    property: temperature,
    is: 'below',
    value: 18,
    since: 'PT2M',
  }),
  dark: onlyIf({ kind: 'sun', sun: 'down' }),
  light: onlyIf({ kind: 'sun', sun: 'up' }),
  'time window': onlyIf({ kind: 'time', time: { from: '22:00', to: '06:00' } }),
  'time window on days': onlyIf({ kind: 'time', time: { from: '22:00', to: '06:00', days: ['sa', 'su'] } }),
  'after a time on days': onlyIf({ kind: 'time', time: { from: '22:00', days: [...days] } }),
  'after a time': onlyIf({ kind: 'time', time: { from: '22:00' } }),
  'before a time': onlyIf({ kind: 'time', time: { to: '06:00' } }),
  'before a time on days': onlyIf({ kind: 'time', time: { to: '06:00', days: ['mo'] } }),
  'on days': onlyIf({ kind: 'time', time: { days: ['mo', 'fr'] } }),
  'on weekdays': onlyIf({ kind: 'time', time: { days: [...days] } }),
  'at home': onlyIf({ kind: 'person', person: 'is-at', place: 'home' }),
  'all away': onlyIf({ kind: 'person', person: 'is-not-at', place: 'home', who: ['ana', 'rui'] }),
  'one away': onlyIf({ kind: 'person', person: 'is-not-at', place: 'home', who: ['ana', 'rui'], of: 'any' }),
  'all at home': onlyIf({ kind: 'person', person: 'is-at', place: 'home', who: ['ana', 'rui'] }),
  'at a place': onlyIf({ kind: 'person', person: 'is-at', place: 'work' }),
  'all at a place': onlyIf({ kind: 'person', person: 'is-at', place: 'work', who: ['ana', 'rui'] }),
  'not at a place': onlyIf({ kind: 'person', person: 'is-not-at', place: 'work' }),
  'all not at a place': onlyIf({ kind: 'person', person: 'is-not-at', place: 'work', who: ['ana', 'rui'] }),
  'is unreachable': onlyIf({ kind: 'device', device: 'unreachable', channel: 'freezer' }),
  'is reachable': onlyIf({ kind: 'device', device: 'reachable', channel: 'freezer' }),
  'every one is': onlyIf({
    kind: 'property',
    properties: { ...lights, of: 'every' },
    is: 'is',
    value: false,
  }),
  'and, either': onlyIf({
    kind: 'all',
    all: [
      { kind: 'sun', sun: 'down' },
      {
        kind: 'any',
        any: [
          { kind: 'property', property: at('lamp.status'), is: 'is', value: true },
          { kind: 'time', time: { from: '22:00' } },
        ],
      },
    ],
  }),
  not: onlyIf({
    kind: 'not',
    not: {
      kind: 'all',
      all: [
        { kind: 'sun', sun: 'down' },
        { kind: 'person', person: 'is-at', place: 'home' },
      ],
    },
  }),
  'time with a condition': {
    when: [{ kind: 'time', time: { at: '07:00' } }],
    onlyIf: { kind: 'sun', sun: 'down' },
    then: [on],
  },
  it: then(on, { kind: 'wait', wait: 'PT3M' }, off),
  'another device in between': then(on, { kind: 'set', set: at('lamp.status'), value: true }, off),
  'set a number': then({ kind: 'set', set: at('climate.setpoint'), value: 21 }),
  'set brightness, then again': then(
    { kind: 'set', set: at('light.brightness'), value: 10 },
    { kind: 'set', set: at('light.brightness'), value: 60 },
  ),
  'set a choice': then({ kind: 'set', set: at('climate.mode'), value: 'comfort' }),
  'set a colour': then({ kind: 'set', set: at('light.color'), value: { h: 1, s: 2, v: 3 } }),
  lock: then(
    { kind: 'set', set: at('door.locked'), value: true },
    { kind: 'set', set: at('door.locked'), value: false },
  ),
  close: then({ kind: 'set', set: at('blind.command'), value: 'CLOSE', only: 'always' }),
  press: then({ kind: 'set', set: at('light.identify'), value: 'identify' }),
  'set a group': then({ kind: 'set', set: { properties: { ...lights, of: 'every' } }, value: false }),
  'set a group in a room': then({
    kind: 'set',
    set: { properties: { ...lights, of: 'every', room: 'living' } },
    value: true,
  }),
  'set in any case': then({ ...on, only: 'always' }, off),
  'set, or stop': {
    when: [{ ...seen, id: 't1' }],
    then: [{ ...on, for: ['t1'], only: 'always', else: 'stop' }],
  },
  'wait until': then({
    kind: 'wait-until',
    waitUntil: { kind: 'property', property: at('door.open'), is: 'is', value: false },
    atMost: 'PT30M',
  }),
  'wait until, then go on': then(
    { kind: 'wait-until', waitUntil: { kind: 'sun', sun: 'up' }, atMost: 'PT30M', else: 'go-on' },
    on,
  ),
  tell: then({
    kind: 'notify',
    notify: { text: 'It is {{t}} inside', values: { t: temperature }, to: ['ana', 'rui'] },
  }),
  'tell with a title': then({ kind: 'notify', notify: { title: 'Window', text: 'It rains in.' } }),
  call: then({ kind: 'webhook', webhook: { url: 'https://example.org/secret' } }),
  'call with data': then({
    kind: 'webhook',
    webhook: { url: 'https://example.org/secret', body: { open: true } },
  }),
  'run a scene': then({ kind: 'scene', scene: 'S' }),
  'run an automation': then({ kind: 'automation', automation: 'A', as: 'run' }),
  'switch on an automation': then({ kind: 'automation', automation: 'A', as: 'switch-on' }),
  'switch off an automation': then({ kind: 'automation', automation: 'A', as: 'switch-off' }),
  if: then({ kind: 'if', if: { kind: 'sun', sun: 'down' }, then: [on, off], else: [] }, off),
  'if, otherwise': then({ kind: 'if', if: { kind: 'sun', sun: 'down' }, then: [on], else: [off] }),
  'step of one trigger': {
    when: [
      { kind: 'sun', id: 't1', sun: { event: 'sunset' } },
      { ...seen, id: 't2' },
    ],
    then: [
      { ...on, for: ['t1'] },
      { ...off, for: ['t2'] },
    ],
  },
  'things that are gone': {
    when: [
      { kind: 'property', property: at('x.y'), is: 'becomes', value: true },
      { kind: 'scene', scene: 'x' },
    ],
    onlyIf: { kind: 'person', person: 'is-at', place: 'x', who: ['x'] },
    then: [{ kind: 'automation', automation: 'x', as: 'run' }],
  },
};
