import { describe, expect, it } from 'vitest';
import { tileOf } from '../../../testing/devices.ts';
import { captionsOf } from './captions.ts';

const tile = (type: string, id: string) =>
  tileOf(id, id, { components: [{ id: 'part', type, label: 'Part', classes: [] }] as never });
const lamps = ['a', 'b', 'c'].map((id) => tile('light-bulb', id));

describe('the captions of a room', () => {
  it('divides the tiles of a room by what they are for, each part in the order of the room', () => {
    const [radiator, lock] = [tile('thermostat', 'd'), tile('lock', 'e')];
    expect(captionsOf([radiator, ...lamps, lock])).toEqual([
      { name: 'climate', tiles: [radiator] },
      { name: 'lights', tiles: lamps },
      { name: 'safety', tiles: [lock] },
    ]);
  });

  it('leaves captions out where there are few tiles, or one kind', () => {
    expect(captionsOf([...lamps, tile('lock', 'e')])).toBeUndefined();
    expect(captionsOf([...lamps, tile('plug', 'f'), tile('socket', 'g')])).toBeUndefined();
  });
});
