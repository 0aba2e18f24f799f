import assert from 'node:assert/strict';
import { test } from 'node:test';
import { celsius, channel, information, property, tile, triState, units, values } from '../testing/device.ts';
import { renderTile } from './render-tile.ts';

const color = information('icon-color', 'color', { char: '\\uE8A0', format: 'hsv' });
const slotNames = (rendered: ReturnType<typeof renderTile>) =>
  rendered.slots.map(({ property }) => property).join();

const abc = [information('text', 'a'), information('text', 'b'), information('text', 'c')];

test('renders the first two pieces of information as slots', () => {
  assert.equal(slotNames(renderTile(tile({ information: abc }), channel(), values({}))), 'a,b');
});

test('renders a leading colour as the icon, and two slots after it', () => {
  const rendered = renderTile(tile({ information: [color, ...abc] }), channel(), values({}));
  assert.equal(slotNames(rendered), 'a,b');
  assert.equal(rendered.icon, '\uE8A0');
  assert.equal(rendered.color, undefined, 'no colour before the first value');
});

test('renders a colour that is not the first information as a slot without a value', () => {
  const given = tile({ information: [information('text', 'a'), color] });
  const rendered = renderTile(given, channel(), values({ color: { h: 0, s: 100, v: 100 } }));
  assert.deepEqual(rendered.slots[1]?.text, '--');
  assert.equal(rendered.icon, undefined);
});

test('skips information of a component that the tile does not have', () => {
  const stray = { ...color, componentType: 'fan' };
  const rendered = renderTile(tile({ information: [stray, color, ...abc] }), channel(), values({}));
  assert.equal(slotNames(rendered), 'a,b');
  assert.equal(rendered.icon, '\uE8A0');
});

test('shows the values of the first component of the type', () => {
  const given = tile({
    components: [
      { id: 'fan-1', type: 'fan' },
      { id: 'lamp-2', type: 'lamp' },
      { id: 'lamp-1', type: 'lamp' },
    ],
    information: [information('text', 'a')],
    actions: [triState('on')],
  });
  const rendered = renderTile(given, channel(), values({ a: 'second', on: true }, 'lamp-2'));
  assert.deepEqual([rendered.slots[0]?.component, rendered.slots[0]?.text], ['lamp-2', 'second']);
  assert.deepEqual([rendered.toggle?.write.component, rendered.toggle?.state], ['lamp-2', 'on']);
});

test('uses the component’s own property when two properties share an id', () => {
  const given = tile({ information: [information('text-unit', 'p')] });
  const other = property('p', { components: ['fan'], unitsOptions: units('rpm', 'rpm', 'rpm') });
  const own = property('p', { components: ['lamp-1'], ...celsius });
  assert.equal(renderTile(given, channel(other, own), values({ p: 3 })).slots[0]?.unit, '°C');
});
