import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channel, information, property, switched, tile, triState, values } from '../testing/device.ts';
import { renderTile } from './render-tile.ts';

const toggleRows: [mappings: object | undefined, value: unknown, state: string][] = [
  [{ on: true, off: false }, true, 'on'],
  [{ on: true, off: false }, false, 'off'],
  [{ on: true, off: false }, 'true', 'on'],
  [{ on: true, off: false }, 1, 'unknown'],
  [{ on: true, off: false }, undefined, 'unknown'],
  [{ on: true, off: false }, null, 'unknown'],
  [{ on: true, off: false }, {}, 'unknown'],
  [{ on: 'open', off: 'closed' }, 'closed', 'off'],
  [{ on: 1, off: 0 }, 1, 'on'],
  [undefined, false, 'off'],
];

for (const [mappings, value, state] of toggleRows) {
  test(`the toggle for ${JSON.stringify(value)} mapped by ${JSON.stringify(mappings)} is ${state}`, () => {
    const given = tile({ actions: [triState('on', { mappings })] });
    assert.equal(renderTile(given, channel(), values({ on: value })).toggle?.state, state);
  });
}

test('the toggle contains the address and the values to write', () => {
  const given = tile({
    actions: [triState('locked', { icon: 'lock', mappings: { on: 'yes', off: 'no' } })],
  });
  assert.deepEqual(renderTile(given, channel(property('locked')), values({})).toggle, {
    label: 'The locked',
    state: 'unknown',
    icon: 'lock',
    write: { component: 'lamp-1', property: 'locked', on: 'yes', off: 'no' },
  });
});

test('the toggle has the icon on_off when its icon is unknown', () => {
  const given = tile({ actions: [triState('on', { icon: 'rocket' })] });
  assert.equal(renderTile(given, channel(), values({})).toggle?.icon, 'on_off');
});

test('there is no toggle when the first action is not a tri-state', () => {
  const pressed = { ...triState('press'), type: 'button' as 'tri-state' };
  const given = tile({ actions: [pressed, triState('on')] });
  assert.equal(renderTile(given, channel(), values({})).toggle, undefined);
});

test('the toggle shows its property even when an information shows it too', () => {
  const given = tile({ information: [information('text', 'on')], actions: [triState('on')] });
  const rendered = renderTile(given, channel(property('on', switched)), values({ on: true }));
  assert.deepEqual([rendered.toggle?.state, rendered.slots[0]?.text], ['on', 'On']);
});
