import { describe, expect, it } from 'vitest';
import { lampTile, tileOf } from '../../../testing/devices.ts';
import { groupTilesIn, withGroups } from './lamp-groups.ts';

const lamp = (id: string) => ({
  ...lampTile,
  id,
  channel: id,
  label: id,
  components: [{ id: 'light-bulb', type: 'light-bulb', label: 'Lamp', classes: [] }] as never,
});
const [desk, shelf, wall] = [lamp('desk'), lamp('shelf'), lamp('wall')];
const fan = tileOf('fan', 'Fan', {
  components: [{ id: 'fan', type: 'fan', label: 'Fan', classes: [] }] as never,
});
const all = [fan, desk, shelf, wall];
const group = (id: string, tiles: readonly unknown[]) => ({ id, name: id, tiles });
const shown = (stored: unknown) =>
  groupTilesIn(stored, all).map(({ label, lamps }) => `${label}: ${lamps.map(({ id }) => id).join()}`);

describe('the groups of lamps', () => {
  it.each([
    [
      'have the lamps in the order in which they were stored',
      [group('a', ['wall', 'desk'])],
      ['a: wall,desk'],
    ],
    ['are without lamps that were removed', [group('a', ['gone', 'desk'])], ['a: desk']],
    ['are left out when all their lamps were removed', [group('a', ['gone'])], []],
    ['have no other devices', [group('a', [fan.id, 'desk'])], ['a: desk']],
    ['share no lamp', [group('a', ['desk']), group('b', ['desk', 'wall'])], ['a: desk', 'b: wall']],
    ['are none when something else is stored', { a: true }, []],
    ['are left out when they are malformed', [null, 7, { id: 'a' }], []],
  ])('groups of lamps %s', (_what, stored, expected) => {
    expect(shown(stored)).toEqual(expected);
  });

  it('puts a group in the place of the first of its lamps', () => {
    const groups = groupTilesIn([group('a', ['shelf', 'wall'])], all);
    expect(withGroups(all, groups).map(({ label }) => label)).toEqual(['Fan', 'desk', 'a']);
  });
});
