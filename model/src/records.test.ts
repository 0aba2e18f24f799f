import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChannelTemplate, TemplateTile } from '@azulejo/contract';
import { channelRecord, tileLabel, tileRecord } from './records.ts';
import { powerStrip } from './testing.ts';

const picture = (name: string) => `https://cdn.example/${name}`;
const schema = (name: string) => `https://ontology.example/schemas/v1/${name}`;
const page = { etag: '"e1"', src: '/widgets/u/archive', url: 'https://home.example/widgets/u/archive' };

const recordOf = (template: ChannelTemplate) =>
  channelRecord(template, { id: 'ch-1', user: 'ana', page, picture, schema });

test('a channel names the components of each property by id and, where it differs, by type', () => {
  const { properties } = recordOf(powerStrip);
  assert.deepEqual(
    properties.map(({ id, components }) => [id, components]),
    [
      ['status', ['left', 'right', 'socket']],
      ['power', ['meter']],
    ],
  );
});

test('a channel has absolute URLs, and its unit under both names', () => {
  const record = recordOf(powerStrip);
  assert.equal(record.photoUrl, 'https://cdn.example/plug.png');
  assert.equal(record.tilePhotoUrl, 'https://cdn.example/plug-tile.png');
  assert.deepEqual(record.interface, { ...page, native: [], uuid: powerStrip.interface.uuid });
  const [status, power] = record.properties;
  assert.equal(status?.schema, 'https://ontology.example/schemas/v1/on-off');
  assert.deepEqual([power?.unitsOptions.vendorUnit, power?.unitsOptions.muzzleyUnit], ['watt', 'watt']);
  assert.deepEqual([record.id, record.remoteId, record.profileId], ['ch-1', 'ch-1', powerStrip.id]);
});

test('a channel has a flag when one of its properties has it', () => {
  const { isActionable, isStateful, isTriggerable } = recordOf(powerStrip);
  assert.deepEqual([isActionable, isStateful, isTriggerable], [true, true, false]);
  const passive = recordOf({ ...powerStrip, properties: powerStrip.properties.slice(1) });
  assert.deepEqual([passive.isActionable, passive.isStateful], [false, false]);
});

const tileOf = (drawing: TemplateTile | undefined, photo: string | null) => {
  assert.ok(drawing);
  const place = { id: 't-1', channel: 'ch-1', user: 'ana', kind: 'device', label: 'Desk' } as const;
  return tileRecord(powerStrip, drawing, { ...place, groups: ['area'], photo, picture });
};

test('a tile has the components of its drawing, in the template’s order', () => {
  const [left] = powerStrip.tiles;
  const record = tileOf(left && { ...left, components: ['meter', 'left'] }, null);
  assert.deepEqual(record.components, [
    { id: 'left', type: 'socket' },
    { id: 'meter', type: 'meter' },
  ]);
  assert.deepEqual([record._id, record.href], ['/v3/legacy/tiles/t-1', '/v3/legacy/tiles/t-1']);
  assert.deepEqual([record.isGroupable, record.groups], [true, ['area']]);
});

test('a tile shows the user’s own picture instead of the template’s', () => {
  const [tile] = powerStrip.tiles;
  assert.equal(tileOf(tile, null).photoUrl, 'https://cdn.example/plug-tile.png');
  const own = tileOf(tile, 'https://cdn.example/uploads/mine');
  assert.equal(own.photoUrl, 'https://cdn.example/uploads/mine');
  assert.equal(own.photoUrlAlt, 'https://cdn.example/plug.png');
});

test('a tile’s label adds the part of the device only where the drawing has one', () => {
  const [left, right] = powerStrip.tiles;
  assert.ok(left && right);
  assert.equal(tileLabel('Desk', left), 'Desk · Left socket');
  assert.equal(tileLabel('Desk', right), 'Desk');
});
