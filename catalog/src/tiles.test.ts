import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allTiles, propertyOf, templates } from './testing/catalog.ts';

test('every device has a tile, and every tile has information or an action', () => {
  for (const { name, tiles } of templates) assert.ok(tiles.length > 0, name);
  for (const { tile, where } of allTiles()) {
    assert.ok(tile.information.length + tile.actions.length > 0, where);
  }
});

test('everything on a tile refers to a component type of the tile and a property of it', () => {
  for (const { template, tile, where } of allTiles()) {
    const types = tile.components.map(
      (id) => template.components.find((component) => component.id === id)?.type,
    );
    for (const { componentType, property } of [...tile.information, ...tile.actions]) {
      assert.ok(types.includes(componentType), where);
      assert.ok(propertyOf(template, property, componentType), where);
    }
  }
});

test('no property is on a tile twice', () => {
  for (const { tile, where } of allTiles()) {
    const ids = [...tile.information, ...tile.actions].map(({ property }) => property);
    assert.equal(new Set(ids).size, ids.length, where);
  }
});

test('every action is a tri-state on a boolean that can be read, written and reported', () => {
  const actions = allTiles().flatMap(({ template, tile, where }) =>
    tile.actions.map((action) => ({ template, action, where })),
  );
  assert.ok(actions.length > 0);
  for (const { template, action, where } of actions) {
    const property = propertyOf(template, action.property, action.componentType);
    assert.equal(action.type, 'tri-state', where);
    assert.deepEqual(action.options.mappings, { off: false, on: true }, where);
    assert.equal(action.options.outputPath, '$', where);
    assert.ok(['boolean', 'on-off'].includes(property.schema), where);
    assert.equal(property.io, 'rws', where);
  }
});

test('lights, plugs, sockets, switches, locks, fans and valves have an action on their tile', () => {
  const switched = [
    'color-light',
    'white-light',
    'dimmer',
    'plug',
    'switch',
    'multi-socket',
    'lock',
    'fan',
    'valve',
  ];
  for (const { kind, name, tiles } of templates.filter((template) => switched.includes(template.kind))) {
    assert.ok(
      tiles.some(({ actions }) => actions.length === 1),
      `${name} (${kind})`,
    );
  }
});

test('a colour is {h,s,v} and the first information, drawn as an icon', () => {
  for (const { template, tile, where } of allTiles()) {
    for (const [index, { type, property, componentType, options }] of tile.information.entries()) {
      const isColor = propertyOf(template, property, componentType).schema === 'color-hsv';
      assert.equal(type === 'icon-color', isColor, where);
      if (!isColor) continue;
      assert.equal(index, 0, where);
      assert.equal(options.format, 'hsv', where);
      assert.match(options.char ?? '', /^\\u[0-9A-F]{4}$/, where);
    }
  }
});

test('a coloured light has one colour property instead of x, y, hue and saturation', () => {
  for (const { name, properties } of templates.filter(({ kind }) => kind === 'color-light')) {
    const colors = properties.filter(({ schema }) => schema === 'color-hsv');
    assert.deepEqual(
      colors.map(({ id }) => id),
      ['color'],
      name,
    );
    assert.ok(!properties.some(({ id }) => id.startsWith('color-xy') || id.startsWith('color-hs')), name);
  }
});

test('an expression uses x, has a suffix, and parses in both apps', () => {
  const drawn = allTiles().flatMap(({ tile, where }) =>
    tile.information
      .filter(({ type }) => type === 'text-expression')
      .map(({ options }) => ({ options, where })),
  );
  assert.ok(drawn.length > 0);
  for (const { options, where } of drawn) {
    assert.match(options.mathExpression ?? '', /^[\d\s.+*/()x]*x[\d\s.+*/()x]*$/, where);
    assert.equal(typeof options.suffix, 'string', where);
    assert.equal(options.inputPath, '$', where);
  }
});

test('numbers with units of the phone apps are text-unit, other numbers are text-expression, words are text', () => {
  for (const { template, tile, where } of allTiles()) {
    for (const { type, property, componentType, options } of tile.information) {
      const { schema, unitsOptions } = propertyOf(template, property, componentType);
      const units = [unitsOptions.vendorUnit, unitsOptions.targetMetric, unitsOptions.targetImperial];
      const isWord = ['boolean', 'on-off', 'choice', 'event', 'text'].includes(schema);
      assert.equal(type === 'text', isWord, `${where}: ${property}`);
      if (type === 'text-unit') assert.equal(options.inputUnit, unitsOptions.vendorUnit, where);
      if (type === 'text-unit')
        assert.ok(
          units.every((unit) => unit !== ''),
          where,
        );
      // Phone apps know no conversion of the other units, and show the value as it is.
      if (type === 'text-expression')
        assert.ok(options.mathExpression === 'x' || unitsOptions.vendorUnit === '', `${where}: ${property}`);
    }
  }
});

test('components of the same type share their properties and have one tile each', () => {
  const multiple = templates.filter(
    ({ components }) => new Set(components.map(({ type }) => type)).size < components.length,
  );
  assert.ok(multiple.some(({ kind }) => kind === 'multi-socket'));
  for (const { name, components, properties, tiles } of multiple) {
    for (const { tile } of tiles.map((each) => ({ tile: each })))
      assert.equal(tile.components.length, 1, name);
    const repeated = components.filter(({ type, id }) =>
      components.some((other) => other.type === type && other.id !== id),
    );
    for (const { id, type } of repeated) {
      assert.equal(tiles.filter((tile) => tile.components.includes(id)).length, 1, `${name}, ${id}`);
      const statuses = properties.filter(
        (property) => property.id === 'status' && property.components.includes(type),
      );
      assert.equal(statuses.length, 1, `${name}, ${type}`);
    }
    const labels = tiles.map(({ label }) => label);
    assert.ok(
      labels.every((label) => label),
      name,
    );
    assert.equal(new Set(labels).size, labels.length, name);
  }
});
