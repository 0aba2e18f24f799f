import { MAX_FAVOURITES } from '@azulejo/contract/limits';
import { describe, expect, it } from 'vitest';
import { tileOf } from '../../../testing/devices.ts';
import { movedOver } from '../../kit/moved-over.ts';
import { favouritesIn, toggled } from './favourites.ts';

const [lamp, fan, door] = ['lamp', 'fan', 'door'].map((id) => tileOf(id, id)) as [never, never, never];
const all = [lamp, fan, door];
const labels = (tiles: readonly { label: string }[]) => tiles.map(({ label }) => label);

describe('favourites', () => {
  it.each([
    ['in the order in which they were stored', ['tile-door', 'tile-lamp'], ['door', 'lamp']],
    ['without a tile that was removed', ['tile-gone', 'tile-fan'], ['fan']],
    ['each once', ['tile-fan', 'tile-fan'], ['fan']],
    ['none when something else is stored', { lamp: true }, []],
    ['none when nothing is stored', undefined, []],
  ])('lists favourites: %s', (_what, stored, expected) => {
    expect(labels(favouritesIn(stored, all))).toEqual(expected);
  });

  it('adds favourites at the end and removes them', () => {
    expect(labels(toggled([door], [lamp, fan]))).toEqual(['door', 'lamp', 'fan']);
    expect(labels(toggled([door, lamp], [lamp, fan]))).toEqual(['door']);
  });

  it('keeps at most as many favourites as the platform stores', () => {
    const many = Array.from({ length: MAX_FAVOURITES }, (_, index) => tileOf(`t${index}`, `t${index}`));
    expect(toggled(many, [lamp])).toHaveLength(MAX_FAVOURITES);
  });

  it('puts a moved favourite in the place of another', () => {
    expect(labels(movedOver(all, 'tile-lamp', 'tile-door'))).toEqual(['fan', 'door', 'lamp']);
    expect(labels(movedOver(all, 'tile-door', 'tile-lamp'))).toEqual(['door', 'lamp', 'fan']);
    expect(movedOver(all, 'tile-lamp', 'tile-gone')).toBe(all);
  });
});
