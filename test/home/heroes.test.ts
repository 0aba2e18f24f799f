import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTemplates } from '@azulejo/catalog';
import type { Channel } from '@azulejo/contract';

type HeroesOf = (channel: Channel) => readonly {
  readonly kind: string;
  readonly component: { readonly id: string };
  readonly parts: object;
}[];

// The pages are a project of their own, which the tests' project does not include.
const { heroesOf } = (await import(
  new URL('../../web/src/home/house/device/hero/hero-of.ts', import.meta.url).href
)) as { heroesOf: HeroesOf };

const templates = await loadTemplates();
const channels = templates.map(
  ({ model, name, components, properties }) =>
    ({ model, name, channel: { components, properties } as unknown as Channel }) as const,
);

/** The hero of each type of component, and the types that have none, with the reason. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'air-monitor': ['reading'],
  button: ['reading'],
  'carbon-monoxide-alarm': ['reading'],
  'climate-sensor': ['reading'],
  'contact-sensor': ['reading'],
  cover: ['cover'],
  fan: ['switch'],
  'gas-alarm': ['reading'],
  'leak-sensor': ['reading'],
  'light-bulb': ['lamp'],
  'light-sensor': ['reading'],
  lock: ['lock'],
  meter: ['meter'],
  'motion-sensor': ['reading'],
  'presence-sensor': ['reading'],
  // Most sirens only take a warning, which is a form; one reports whether it sounds.
  siren: ['none', 'reading', 'switch'],
  'smoke-alarm': ['reading'],
  socket: ['switch'],
  switch: ['switch'],
  thermostat: ['thermostat'],
  valve: ['switch'],
  'vibration-sensor': ['reading'],
};

test('every template of the catalogue has the hero of its kind', () => {
  const wrong = channels.flatMap(({ model, channel }) => {
    const [first] = channel.components;
    const kind = heroesOf(channel)[0]?.kind ?? 'none';
    return EXPECTED[first?.type ?? '']?.includes(kind) ? [] : [`${model} (${first?.type}): ${kind}`];
  });
  assert.deepEqual(wrong, []);
  assert.equal(channels.length, 102);
});

test('shows each part that can be switched, and not the totals of the whole device', () => {
  const strip = channels.find(({ model }) => model === 'A11Z');
  assert.ok(strip);
  assert.deepEqual(
    heroesOf(strip.channel).map(({ kind, component }) => [kind, component.id]),
    [
      ['switch', 'socket-1'],
      ['switch', 'socket-2'],
      ['switch', 'socket-3'],
    ],
  );
});

test('shows white and colour of a lamp only if it has them', () => {
  const partsOf = (wanted: string) => {
    const lamp = channels.find(({ model }) => model === wanted);
    assert.ok(lamp);
    return Object.keys(heroesOf(lamp.channel)[0]?.parts ?? {}).toSorted();
  };
  assert.deepEqual(partsOf('GL-C-008P'), ['brightness', 'color', 'power', 'white']);
  assert.deepEqual(partsOf('LED1546G12'), ['brightness', 'power', 'white']);
  assert.deepEqual(partsOf('GL-SD-001'), ['brightness', 'power']);
  assert.deepEqual(partsOf('BTH-RA'), ['mode', 'running', 'target', 'temperature']);
  assert.deepEqual(partsOf('EMIZB-141'), ['energy', 'watts']);
});
