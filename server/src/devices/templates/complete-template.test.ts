import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTemplates } from '@azulejo/catalog';
import { type ChannelTemplate, exampleTemplateFile } from '@azulejo/contract';
import { findTemplateErrors } from './check-template.ts';
import { completeTemplate } from './complete-template.ts';
import { loadServed } from './served.ts';

const served = await loadServed();
const complete = (definition: unknown) => completeTemplate(definition, served) as ChannelTemplate;

test('a plug with one switch takes ten lines, is valid, and has a tile that switches it', () => {
  assert.ok(JSON.stringify(exampleTemplateFile, null, 2).split('\n').length <= 15);
  const plug = complete(exampleTemplateFile);
  assert.deepEqual(findTemplateErrors(plug, served), []);
  assert.deepEqual([plug.picture, plug.components.map(({ type }) => type)], ['plug.png', ['plug']]);
  assert.deepEqual(
    plug.tiles.map(({ actions, information, isGroupable }) => [
      actions.map(({ property }) => property),
      information,
      isGroupable,
    ]),
    [[['on-off'], [], true]],
  );
});

test('the same maker and model get the same id, others another', () => {
  const { id } = complete(exampleTemplateFile);
  assert.equal(complete({ ...exampleTemplateFile, name: 'Renamed' }).id, id);
  assert.notEqual(complete({ ...exampleTemplateFile, model: 'P2' }).id, id);
});

test('each schema of a reported or written value makes a valid template', () => {
  for (const schema of Object.keys(served.schemas))
    for (const io of ['r', 's', 'w', 'rs', 'rw', 'ws', 'rws']) {
      const template = complete({ ...exampleTemplateFile, properties: [{ label: 'Value', schema, io }] });
      assert.deepEqual(findTemplateErrors(template, served), [], `${schema} ${io}`);
    }
});

test('a sensor shows its values with their units, and two sockets have a tile each', () => {
  const sensor = complete({
    ...exampleTemplateFile,
    kind: 'climate-sensor',
    properties: [
      { label: 'Temperature', schema: 'temperature' },
      { label: 'Humidity', schema: 'percentage' },
      {
        label: 'Set point (day)',
        schema: 'temperature',
        io: 'rws',
        schemaExtension: { minimum: 5, maximum: 30 },
      },
    ],
  });
  assert.deepEqual(findTemplateErrors(sensor, served), []);
  assert.deepEqual(
    sensor.tiles[0]?.information.map(({ type, options }) => [type, options.inputUnit ?? options.suffix]),
    [
      ['text-unit', 'celsius'],
      ['text-expression', ' %'],
      ['text-unit', 'celsius'],
    ],
  );
  assert.equal(sensor.properties[2]?.id, 'set-point-day');
  assert.deepEqual(sensor.properties[2]?.controlInterfaces[0]?.config, { min: 5, max: 30, step: 1 });
  const sockets = complete({
    ...exampleTemplateFile,
    components: [
      { id: 'left', type: 'socket', label: 'Left' },
      { id: 'right', type: 'socket', label: 'Right' },
    ],
  });
  assert.deepEqual(findTemplateErrors(sockets, served), []);
  assert.deepEqual(
    sockets.tiles.map(({ label, components }) => [label, components]),
    [
      ['Left', ['left']],
      ['Right', ['right']],
    ],
  );
});

test('a template in full is not changed', async () => {
  for (const template of await loadTemplates())
    assert.equal(JSON.stringify(complete(template)), JSON.stringify(template), template.model);
});

/** An object of JSON that cannot be converted to text. */
const WITHOUT_TEXT = { toString: 1 };

const withProperty = (members: object) => ({
  ...exampleTemplateFile,
  properties: [{ label: 'On/off', schema: 'on-off', io: 'rws', ...members }],
});

test('leaves invalid templates to the check, which explains them', () => {
  for (const [definition, field] of [
    [7, 'template'],
    [{}, 'name'],
    [{ ...exampleTemplateFile, properties: [{ label: 'On/off', schema: 'none' }] }, 'properties.0.schema'],
    [{ ...exampleTemplateFile, properties: [7] }, 'properties.0'],
    [{ ...exampleTemplateFile, properties: 7 }, 'properties'],
    [{ ...exampleTemplateFile, components: 7 }, 'components'],
    [{ ...exampleTemplateFile, components: [7] }, 'components.0'],
    [{ ...exampleTemplateFile, components: null }, 'components'],
    [{ ...exampleTemplateFile, components: [null] }, 'components.0'],
    [withProperty({ controlInterfaces: {} }), 'properties.0.controlInterfaces'],
    [withProperty({ controlInterfaces: 5 }), 'properties.0.controlInterfaces'],
    [withProperty({ components: 5 }), 'properties.0.components'],
    [withProperty({ schema: WITHOUT_TEXT }), 'properties.0.schema'],
    [withProperty({ schema: 'constructor' }), 'properties.0.schema'],
    [withProperty({ label: undefined, id: WITHOUT_TEXT }), 'properties.0.id'],
    [withProperty({ mainActionPriority: WITHOUT_TEXT }), 'properties.0.mainActionPriority'],
    [
      withProperty({ schema: 'power', unitsOptions: { vendorUnit: 7 } }),
      'properties.0.unitsOptions.vendorUnit',
    ],
    [withProperty({ schemaExtension: { enum: [WITHOUT_TEXT] }, io: 5 }), 'properties.0.io'],
  ] as const)
    assert.ok(
      findTemplateErrors(complete(definition), served).some((error) => error.field === field),
      field,
    );
});
