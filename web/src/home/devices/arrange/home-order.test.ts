import type { TileGroup } from '@azulejo/contract';
import { describe, expect, it } from 'vitest';
import { kitchen, tileOf } from '../../../testing/devices.ts';
import { groupsAfter, moveGroup, moveInto, moveTile, placeAt, placeOf, rowsOf } from './home-order.ts';
import { announcementsFor } from './spoken.ts';

const group = (id: string, parent?: string): TileGroup => ({
  ...kitchen,
  id,
  label: id,
  ...(parent !== undefined && { parent }),
});
const tile = (id: string, ...groups: string[]) => ({ ...tileOf(id, id, { groups }), id });
const order = {
  groups: [group('hall'), group('kitchen'), group('shelf', 'kitchen'), { ...group('me'), kind: 'context' }],
  tiles: [tile('a', 'hall'), tile('b', 'kitchen', 'extra'), tile('c', 'kitchen'), tile('d', 'shelf')],
} as never as Parameters<typeof rowsOf>[0];
const [a, b] = order.tiles;
const [hall, kitchenArea, shelf] = order.groups;
if (!a || !b || !hall || !kitchenArea || !shelf) throw new Error('The home is incomplete.');
const keys = (of: typeof order) => rowsOf(of).map(({ key }) => key.split(':')[1]);

describe('rowsOf', () => {
  it('lists areas, their tiles and their groups, without the person themselves', () => {
    expect(keys(order)).toEqual(['hall', 'a', 'kitchen', 'b', 'c', 'shelf', 'd']);
  });
});

describe('the place of a row', () => {
  const rows = rowsOf(order);

  it('counts the place of a row from the heading above it', () => {
    expect(placeOf(rows, 'tile:c')).toEqual({ group: kitchenArea, position: 1 });
    expect(placeOf(rows, 'tile:none')).toBeUndefined();
  });

  it.each([
    ['tile:a', 'tile:c', 'kitchen', 2],
    ['tile:c', 'tile:a', 'hall', 0],
    ['tile:d', 'group:hall', 'hall', 0],
    ['tile:a', 'group:kitchen', 'kitchen', 0],
  ])('places %s over %s in %s at %i', (key, over, id, position) => {
    const place = placeAt(rows, key, over);
    expect([place?.group.id, place?.position]).toEqual([id, position]);
  });
});

describe('moves in the home', () => {
  it('puts a tile at a place, in no other area', () => {
    expect(keys(moveTile(order, a, { group: kitchenArea, position: 1 }))).toEqual([
      'hall',
      'kitchen',
      'b',
      'a',
      'c',
      'shelf',
      'd',
    ]);
  });

  it('keeps the other groups of a moved tile', () => {
    expect(groupsAfter(b, hall)).toEqual(['hall', 'extra']);
    expect(groupsAfter(b, kitchenArea)).toEqual(['kitchen', 'extra']);
  });

  it('puts an area among the areas', () => {
    expect(keys(moveGroup(order, kitchenArea, 0))).toEqual(['kitchen', 'b', 'c', 'shelf', 'd', 'hall', 'a']);
  });

  it('puts a group into another area, with its tiles', () => {
    expect(keys(moveInto(order, shelf, hall))).toEqual(['hall', 'a', 'shelf', 'd', 'kitchen', 'b', 'c']);
  });
});

describe('the announcements while a device is moved', () => {
  const over = (active: string, id?: string) =>
    ({ active: { id: `tile:${active}` }, over: id === undefined ? null : { id } }) as never;

  it('announces where a device would be dropped, and where it was', () => {
    const { onDragStart, onDragOver, onDragEnd, onDragCancel } = announcementsFor(() => rowsOf(order));
    expect(onDragStart(over('a'))).toBe('a is picked up. hall, place 1.');
    expect(onDragOver(over('a', 'tile:a'))).toBeUndefined();
    expect(onDragOver(over('a', 'tile:c'))).toBe('kitchen, place 3.');
    expect(onDragOver(over('a'))).toBe('Not over an area.');
    expect(onDragEnd(over('a', 'tile:c'))).toBe('a was dropped. kitchen, place 3.');
    expect(onDragCancel(over('a'))).toBe('a is back where it was.');
  });

  it('keeps the announcement of the pick-up when the rows change meanwhile', () => {
    let rows = rowsOf(order);
    const { onDragStart, onDragOver } = announcementsFor(() => rows);
    expect(onDragStart(over('a'))).toBe('a is picked up. hall, place 1.');
    rows = rowsOf(moveGroup(order, kitchenArea, 0));
    expect(onDragOver(over('a', 'tile:a'))).toBeUndefined();
    expect(onDragOver(over('a', 'tile:c'))).toBe('kitchen, place 2.');
  });
});
