import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadSchemas, loadTemplates } from '@azulejo/catalog';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { assertApiError, readJson } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

async function setUp({ start }: Stage) {
  const platform = await start();
  const get = (name: string, headers: Record<string, string> = {}) =>
    platform.request(`/schemas/v1/${name}`, { headers });
  return { platform, get };
}

onSqlite('spec 2.4: value schemas', setUp, (scene) => {
  it('serves every schema of the catalogue, with its own URL as id, in draft 2020-12', async () => {
    const { get, platform } = scene();
    const schemas = Object.entries(await loadSchemas());
    assert.ok(schemas.length > 10);
    const ajv = new Ajv2020();
    for (const [name, schema] of schemas) {
      const response = await get(name);
      const served = await readJson<Record<string, unknown>>(response);
      const expected: Record<string, unknown> = {
        ...schema,
        $id: `${platform.config.urls.ontology}/schemas/v1/${name}`,
      };
      assert.deepEqual(served, expected);
      assert.equal(served['$schema'], 'https://json-schema.org/draft/2020-12/schema');
      assert.ok(ajv.validateSchema(served), `${name}: ${ajv.errorsText()}`);
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    }
  });

  it('serves every schema that a template uses', async () => {
    const properties = (await loadTemplates()).flatMap((template) => template.properties);
    for (const name of new Set(properties.map((property) => property.schema))) {
      const response = await scene().get(name);
      assert.equal(response.status, 200, name);
      await response.arrayBuffer();
    }
  });

  it('revalidates schemas by ETag', async () => {
    const { get } = scene();
    const first = await get('on-off');
    assert.equal(first.headers.get('cache-control'), 'public, no-cache');
    const etag = first.headers.get('etag') ?? '';
    assert.equal((await get('on-off', { 'if-none-match': etag })).status, 304);
    assert.equal((await get('temperature', { 'if-none-match': etag })).status, 200);
  });

  it('returns 404 for unknown names, also for names of object prototype members', async () => {
    const names = ['unknown', 'on-off.json', 'ON-OFF', 'constructor', '__proto__', '%2e%2e%2fpackage', '%00'];
    for (const name of names) await assertApiError(await scene().get(name), 'not_found');
  });
});
