import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '@azulejo/storage/testing';
import { type Database, migrations } from './index.ts';

const OWN = '0030-secrets-of-templates';
const earlier = Object.keys(migrations).findLast((name) => name < OWN);
/** More than one batch of the migration. */
const MANY = 120;

const shown = (property: string) => ({ componentType: 'lock', property });

const definitionOf = (id: string, source: string) => ({
  id,
  name: id,
  properties: [{ id: 'pin-code', io: 'rw' }, { id: 'locked' }, { id: 'error-code' }],
  tiles: [
    {
      components: ['lock'],
      information: [shown('pin-code'), shown('locked')],
      actions: [shown('locked'), shown('pin-code')],
    },
  ],
  source: { package: source, version: '1' },
});

forEachEngine((_engine, open, newPlace) => {
  it('removes codes of locks from stored templates, in all versions, and from no other templates', async () => {
    const place = await newPlace();
    const before = await open<Database>({ place, migrations, ...(earlier && { migrateTo: earlier }) });
    const sources: [id: string, source: string][] = [
      ...Array.from({ length: MANY }, (_, number): [string, string] => [
        `zigbee-${number}`,
        'zigbee-herdsman-converters',
      ]),
      ['announced', 'mqtt-discovery'],
      ['own', 'developers-own'],
    ];
    await before.write(async (tx) => {
      for (const [id, source] of sources)
        for (const version of [1, 2]) {
          const definition_json = JSON.stringify(definitionOf(id, source));
          const texts = {
            name: id,
            vendor: 'Acme',
            model: 'L1',
            kind: 'lock',
            definition_hash: `${id}-hash`,
          };
          await tx
            .insertInto('templates')
            .values({ id, version, ...texts, definition_json, created: 1 })
            .execute();
        }
    });

    const { read } = await open<Database>({ place, migrations });
    const rows = await read.selectFrom('templates').selectAll().execute();
    assert.equal(rows.length, 2 * sources.length);
    for (const { id, definition_json, definition_hash } of rows) {
      assert.equal(definition_hash, `${id}-hash`);
      const definition = JSON.parse(definition_json) as ReturnType<typeof definitionOf>;
      if (id === 'own') assert.deepEqual(definition, definitionOf('own', 'developers-own'));
      else {
        const [tile] = definition.tiles;
        assert.deepEqual(
          definition.properties.map((property) => property.id),
          ['locked', 'error-code'],
        );
        assert.deepEqual([tile?.information, tile?.actions], [[shown('locked')], [shown('locked')]]);
      }
    }
  });
});
