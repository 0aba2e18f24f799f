import { describe, expect, it } from 'vitest';
import { getAt, listAt, moved, pathText, setAt } from '../../../../design/member-path.ts';
import {
  blankAction,
  blankComponent,
  blankInformation,
  blankProperty,
  blankTemplate,
  copyOf,
  freeName,
} from './blank.ts';
import { countBelow, toMap } from './draft.tsx';
import { renameComponent, renameProperty, renameType } from './rename.ts';
import { isWorkable, missingIn } from './workable.ts';

describe('setAt', () => {
  const value = { a: 1, list: [{ b: 2 }, { b: 3 }], z: 4 };

  it('changes one member of a copy and keeps the order of the others', () => {
    const next = setAt(value, ['list', 1, 'b'], 5);
    expect(JSON.stringify(next)).toBe('{"a":1,"list":[{"b":2},{"b":5}],"z":4}');
    expect(value.list[1]).toEqual({ b: 3 });
  });

  it('adds a new member at the end', () => {
    expect(Object.keys(setAt(value, ['new'], 0))).toEqual(['a', 'list', 'z', 'new']);
  });

  it('removes a member that is set to undefined', () => {
    expect(setAt(value, ['list', 0, 'b'], undefined).list[0]).toEqual({});
  });

  it('makes the objects on the way to a member', () => {
    expect(setAt({}, ['unitsOptions', 'vendorUnit'], 'celsius')).toEqual({
      unitsOptions: { vendorUnit: 'celsius' },
    });
  });
});

describe('paths in a draft', () => {
  it('writes paths as the platform names members in errors', () => {
    expect(pathText(['properties', 2, 'schema'])).toBe('properties.2.schema');
  });

  it('returns nothing for a path that leads nowhere', () => {
    expect(getAt({ a: null }, ['a', 'b', 'c'])).toBeUndefined();
    expect(listAt({ a: 'text' }, ['a'])).toEqual([]);
  });

  it('moved moves an item in both directions', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  });
});

describe('blankTemplate', () => {
  it('has what form and preview need, and another id each time', () => {
    expect(isWorkable(blankTemplate())).toBe(true);
    expect(blankTemplate().id).not.toBe(blankTemplate().id);
  });

  it('copyOf names the copy and gives it an id of its own', () => {
    const original = { ...blankTemplate(), name: 'Plug' };
    const copy = copyOf(original);
    expect(copy.name).toBe('Plug (copy)');
    expect(copy.id).not.toBe(original.id);
  });

  it('freeName counts up to the first free name', () => {
    expect(freeName('switch', [])).toBe('switch');
    expect(freeName('switch', ['switch', 'switch-2'])).toBe('switch-3');
  });
});

describe('renaming a part', () => {
  const one = blankTemplate();
  const two = {
    ...one,
    components: [...one.components, { ...blankComponent('second'), type: 'switch' }],
    properties: [...one.properties, blankProperty('level', 'switch')],
    tiles: one.tiles.map((tile) => ({ ...tile, information: [blankInformation('switch', 'level')] })),
  };

  it('updates the tiles of a component', () => {
    const renamed = renameComponent(one, 0, 'main');
    expect(renamed.components[0]?.id).toBe('main');
    expect(renamed.tiles[0]?.components).toEqual(['main']);
  });

  it('updates no tile when another component has the name', () => {
    const renamed = renameComponent(two, 0, 'second');
    expect(renamed.components.map(({ id }) => id)).toEqual(['second', 'second']);
    expect(renamed.tiles[0]?.components).toEqual(['switch']);
  });

  it('updates the properties and tiles of a type', () => {
    const renamed = renameType(one, 0, 'relay');
    expect(renamed.properties[0]?.components).toEqual(['relay']);
    expect(renamed.tiles[0]?.actions).toEqual([blankAction('relay', 'status')]);
  });

  it('leaves a type to another component that has it too', () => {
    const renamed = renameType(two, 1, 'relay');
    expect(renamed.components.map(({ type }) => type)).toEqual(['switch', 'relay']);
    expect(renamed.properties.flatMap(({ components }) => components)).toEqual(['switch', 'switch']);
  });

  it('updates the tiles of a property, information and actions', () => {
    expect(renameProperty(two, 1, 'power').tiles[0]?.information[0]?.property).toBe('power');
    expect(renameProperty(two, 0, 'state').tiles[0]?.actions[0]?.property).toBe('state');
  });

  it('updates no tile when another property has the name', () => {
    const renamed = renameProperty(two, 1, 'status');
    expect(renamed.tiles[0]?.information[0]?.property).toBe('level');
  });
});

describe('missingIn', () => {
  const template = blankTemplate();
  const [property] = template.properties;
  const [tile] = template.tiles;
  it.each([
    ['a list', [], 'it is not a JSON object'],
    ['no interface', { ...template, interface: undefined }, '"interface" must be an object'],
    ['no properties', { ...template, properties: undefined }, '"properties" must be a list'],
    ['a component of text', { ...template, components: ['x'] }, '"components.0" must be an object'],
    [
      'a property without units',
      { ...template, properties: [{ ...property, unitsOptions: undefined }] },
      '"properties.0.unitsOptions" must be an object',
    ],
    [
      'a control without settings',
      { ...template, properties: [{ ...property, controlInterfaces: [{ id: 'x' }] }] },
      '"properties.0.controlInterfaces.0.config" must be an object',
    ],
    [
      'a rule without inputs',
      { ...template, properties: [{ ...property, triggers: [{}] }] },
      '"properties.0.triggers.0.inputs" must be a list',
    ],
    [
      'information without options',
      { ...template, tiles: [{ ...tile, information: [{}] }] },
      '"tiles.0.information.0.options" must be an object',
    ],
  ])('names what is wrong with %s', (_what, value, text) => {
    expect(missingIn(value)).toBe(text);
  });
});

describe('errors of a draft', () => {
  const errors = toMap([
    { field: 'properties.1.schema', reason: 'a' },
    { field: 'properties.1', reason: 'b' },
    { field: 'properties.10.id', reason: 'c' },
  ]);

  it('counts errors at and below a part, and not at its neighbours', () => {
    expect(countBelow(errors, 'properties.1')).toBe(2);
    expect(countBelow(errors, 'properties')).toBe(3);
    expect(countBelow(errors, 'tiles')).toBe(0);
  });
});
