import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channel, property, switched, tile, triState, values } from '../testing/device.ts';
import { hsvColor } from './color.ts';
import { brightnessAt } from './lamp.ts';
import { lightened, lightnessOf } from './oklab.ts';
import { renderTile } from './render-tile.ts';

const slider = (min: number, max: number) => ({
  controlInterfaces: [{ id: 'slider', controlInterface: 'slider' as const, config: { min, max, step: 1 } }],
});
const brightness = property('brightness', { classes: ['x.lighting.brightness'], ...slider(0, 254) });
const white = property('white', { classes: ['x.lighting.color-temperature'] });
const color = property('color', { classes: ['x.lighting.color'] });
const power = property('power', { classes: ['x.control.status'], ...switched });
const lamp = channel(power, brightness, white, color);
const drawn = (entries: Record<string, unknown>) =>
  renderTile(tile({ actions: [triState('power')] }), lamp, values(entries));

test('gives a lit lamp its level, and says it in percent', () => {
  const { light, state, isPressable } = drawn({ power: true, brightness: 127 });
  assert.equal(light?.level, 0.5);
  assert.deepEqual(state, ['On', '50 %']);
  assert.equal(isPressable, true);
});

test('gives no light to a lamp that is off', () => {
  const { light, state } = drawn({ power: false, brightness: 127 });
  assert.equal(light, undefined);
  assert.deepEqual(state, ['Off']);
});

test('gives no light to a switched-on device that is not a lamp', () => {
  const plug = renderTile(tile({ actions: [triState('power')] }), channel(power), values({ power: true }));
  assert.equal(plug.light, undefined);
  assert.deepEqual(plug.state, ['On']);
});

test('draws white light by its temperature, in mireds as in kelvins', () => {
  assert.equal(drawn({ power: true, white: 400 }).light?.color, '#fbbf6d');
  assert.equal(drawn({ power: true, white: 2500 }).light?.color, '#fbbf6d');
  assert.equal(drawn({ power: true, white: 100 }).light?.color, '#e7eefb');
});

test('names the colour of a coloured lamp instead of saying that it is on', () => {
  const { light, state } = drawn({ power: true, brightness: 254, color: { h: 330, s: 60, v: 100 } });
  assert.equal(light?.colorName, 'Pink');
  assert.deepEqual(state, ['Pink', '100 %']);
});

test('draws every colour light enough for the dark icon on it', () => {
  for (let hue = 0; hue < 360; hue += 5) {
    const shade = lightened(hsvColor({ h: hue, s: 100, v: 100 }) ?? '', 0.78);
    assert.ok(lightnessOf(shade) >= 0.78, `${hue}: ${shade}`);
    assert.ok(contrast(shade, '#3d2c00') >= 4.5, `${hue}: ${shade}`);
  }
});

test('leaves a colour unchanged that is light enough', () => {
  assert.equal(lightened('#f6ca5b', 0.78), '#f6ca5b');
});

test('writes the brightness of a level in steps within its range, and never darkness', () => {
  const dimmer = { component: 'lamp-1', property: 'brightness', min: 0, max: 254, step: 1, rateLimit: 0 };
  assert.equal(brightnessAt(0.5, dimmer), 127);
  assert.equal(brightnessAt(0, dimmer), 1);
  assert.equal(brightnessAt(1, { ...dimmer, max: 1, step: 0.01 }), 1);
  assert.equal(brightnessAt(0.333, { ...dimmer, max: 1, step: 0.01 }), 0.33);
});

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
