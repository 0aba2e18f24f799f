import { describe, expect, it } from 'vitest';
import { differences } from './diff.ts';

const places = (before: unknown, after: unknown) =>
  differences(before, after).map(({ kind, place }) => `${kind}: ${place.join(' › ')}`);

describe('differences of templates', () => {
  it('finds no differences in the same template', () => {
    expect(
      differences({ name: 'a', tiles: [{ label: 'x' }] }, { name: 'a', tiles: [{ label: 'x' }] }),
    ).toEqual([]);
  });

  it('names changed, added and removed members', () => {
    expect(places({ name: 'a', model: 'm' }, { name: 'b', vendor: 'v' })).toEqual([
      'changed: name',
      'removed: model',
      'added: vendor',
    ]);
  });

  it('matches parts by id, wherever they are in the list', () => {
    const before = {
      properties: [
        { id: 'a', label: 'A' },
        { id: 'b', label: 'B' },
      ],
    };
    const after = {
      properties: [
        { id: 'b', label: 'B!' },
        { id: 'a', label: 'A' },
      ],
    };
    expect(places(before, after)).toEqual(['changed: Property b › label', 'changed: Order of properties']);
  });

  it('matches information by its property', () => {
    const before = { tiles: [{ label: 'T', information: [{ property: 'x', type: 'text' }] }] };
    const after = { tiles: [{ label: 'T', information: [{ property: 'x', type: 'text-unit' }] }] };
    expect(places(before, after)).toEqual(['changed: Tile T › Information x › type']);
  });

  it('distinguishes parts with the same name', () => {
    const before = {
      components: [
        { id: 'a', label: '1' },
        { id: 'a', label: '2' },
      ],
    };
    const after = {
      components: [
        { id: 'a', label: '1' },
        { id: 'a', label: '3' },
      ],
    };
    expect(places(before, after)).toEqual(['changed: Component a (2) › label']);
  });

  it('names a whole part that was added', () => {
    const [difference] = differences({ components: [] }, { components: [{ id: 'a' }] });
    expect(difference).toEqual({
      kind: 'added',
      place: ['Component a'],
      before: undefined,
      after: { id: 'a' },
    });
  });

  it('compares lists of values as a whole', () => {
    expect(places({ categories: ['a'] }, { categories: ['a', 'b'] })).toEqual(['changed: categories']);
  });
});
