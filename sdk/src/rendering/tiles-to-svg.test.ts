import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedTile } from './render-tile.ts';
import { tilesToSvg } from './tiles-to-svg.ts';

const slot = {
  component: 'c',
  property: 'p',
  label: 'Temperature',
  value: 21.5,
  text: '21.5',
  unit: '°C',
  isRelevant: true,
};
const toggle = {
  label: 'Power',
  icon: 'on_off',
  write: { component: 'c', property: 'on', on: true, off: false },
} as const;
const lamp: RenderedTile = {
  id: 'l',
  label: 'Lamp',
  slots: [slot],
  state: [],
  isPressable: false,
  severity: 'normal',
};

const size = (picture: string) => /viewBox="0 0 (\d+) (\d+)"/.exec(picture)?.slice(1).map(Number);

test('draws the label, the value with its unit, and the second value', () => {
  const picture = tilesToSvg([
    { ...lamp, slots: [slot, { ...slot, label: 'Humidity', text: '48', unit: '%' }] },
  ]);
  for (const shown of ['>Lamp<', '>21.5<', '>°C<', '>Temperature<', '>48 %<', '>Humidity<']) {
    assert.ok(picture.includes(shown), shown);
  }
});

test('arranges tiles in rows', () => {
  const one = size(tilesToSvg([lamp]));
  const two = size(tilesToSvg([lamp, lamp], { columns: 2 }));
  const three = size(tilesToSvg([lamp, lamp, lamp], { columns: 2 }));
  assert.ok(one && two && three);
  assert.deepEqual([two[1], three[0]], [one[1], two[0]]);
  assert.ok((two[0] ?? 0) > (one[0] ?? 0) && (three[1] ?? 0) > (two[1] ?? 0));
});

test('draws the colour of a light', () => {
  assert.ok(tilesToSvg([{ ...lamp, icon: '\uE8A0', color: '#12ab34' }]).includes('fill="#12ab34"'));
});

test('draws each severity differently', () => {
  const pictures = (['normal', 'attention', 'alarm'] as const).map((severity) =>
    tilesToSvg([{ ...lamp, severity }]),
  );
  assert.equal(new Set(pictures).size, 3);
});

test('draws each state of a toggle differently', () => {
  const pictures = (['on', 'off', 'unknown'] as const).map((state) =>
    tilesToSvg([{ ...lamp, toggle: { ...toggle, state } }]),
  );
  assert.equal(new Set([...pictures, tilesToSvg([lamp])]).size, 4);
});

test('shows the state of the toggle as text on a tile without values', () => {
  const words = (['on', 'off', 'unknown'] as const).map((state) =>
    tilesToSvg([{ ...lamp, slots: [], toggle: { ...toggle, state } }]),
  );
  assert.ok(words[0]?.includes('>On<') && words[1]?.includes('>Off<') && words[2]?.includes('>--<'));
});

test('references nothing external and escapes markup in text', () => {
  const picture = tilesToSvg([{ ...lamp, label: '<script>"&' }], { title: '</title><b>' });
  assert.doesNotMatch(picture, /<script|<b>|href="(?!#)|url\((?!#)/);
  assert.ok(picture.includes('&lt;script&gt;&quot;&amp;'));
});

test('removes characters that XML does not allow', () => {
  const picture = tilesToSvg([{ ...lamp, label: 'a\u0000b\u001b\ud800' }]);
  assert.ok(picture.isWellFormed());
  assert.ok(picture.includes('>ab\ufffd<'));
});

test('draws an empty picture without tiles', () => {
  assert.match(tilesToSvg([]), /^<svg [\s\S]*<\/svg>\n$/);
  assert.ok(size(tilesToSvg([]))?.every((length) => length > 0));
});
