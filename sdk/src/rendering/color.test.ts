import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channel, information, property, tile, values } from '../testing/device.ts';
import { renderTile } from './render-tile.ts';

const color = information('icon-color', 'color', { char: '\\uE8A0', format: 'hsv' });

const colorRows: [unknown, string | undefined][] = [
  [{ h: 0, s: 100, v: 100 }, '#ff0000'],
  [{ h: 120, s: 100, v: 3 }, '#00ff00'],
  [{ h: 240, s: 50 }, '#8080ff'],
  [{ h: 60, s: 100 }, '#ffff00'],
  [{ h: 360, s: 100 }, '#ff0000'],
  [{ h: -120, s: 100 }, '#0000ff'],
  [{ h: 30, s: 400 }, '#ff8000'],
  [{ h: '180', s: '100' }, '#00ffff'],
  [{ h: 10, s: 5, v: 100 }, '#fefbd0'],
  [{ s: 90 }, '#fefbd0'],
  [{ h: null, s: 90 }, '#fefbd0'],
  [{ v: 10 }, '#fefbd0'],
  [{ r: 1 }, undefined],
  ['red', undefined],
  [null, undefined],
];

for (const [value, expected] of colorRows) {
  test(`converts ${JSON.stringify(value)} to the colour ${expected}`, () => {
    const rendered = renderTile(
      tile({ information: [color] }),
      channel(property('color')),
      values({ color: value }),
    );
    assert.equal(rendered.color, expected);
  });
}
