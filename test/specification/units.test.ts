import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { UnitsTable, UnitsTableV2 } from '@azulejo/contract';
import { rawRequest } from '../support/raw-request.ts';
import { assertExact } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

/** Each table with the file that is served byte for byte, and its schema. */
const tables = [
  { name: 'units_table.json', schema: UnitsTable },
  { name: 'units_table_pt.json', schema: UnitsTable },
  { name: 'units_table.v2.json', schema: UnitsTableV2 },
].map(({ name, schema }) => ({
  path: `/units/${name}`,
  file: new URL(`../../units/${name}`, import.meta.url),
  schema,
}));

onSqlite(
  'spec 4.9: the units tables',
  async ({ start }: Stage) => ({ platform: await start() }),
  (scene) => {
    for (const { path, file, schema } of tables) {
      it(`serves ${path} byte for byte, without a token`, async () => {
        const { platform } = scene();
        const { status, headers, body } = await rawRequest(platform, path);
        assert.equal(status, 200);
        assert.deepEqual(body, await readFile(file));
        assert.match(headers['content-type'] ?? '', /^application\/json; ?charset=utf-8$/);
        assert.equal(headers['content-length'], String(body.length));
        assertExact(schema, JSON.parse(body.toString()));
      });

      it(`serves ${path} to a client with an invalid token`, async () => {
        const response = await scene().platform.request(path, { token: 'not-a-token' });
        assert.equal(response.status, 200);
        await response.arrayBuffer();
      });

      it(`compresses ${path} with br and gzip, and sends Vary`, async () => {
        const { platform } = scene();
        const plain = await readFile(file);
        const cases = [
          ['br', 'br', brotliDecompressSync],
          ['gzip', 'gzip', gunzipSync],
          ['gzip, deflate, br', 'br', brotliDecompressSync],
          ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
        ] as const;
        for (const [accepted, encoding, decompress] of cases) {
          const reply = await rawRequest(platform, path, { headers: { 'accept-encoding': accepted } });
          assert.equal(reply.headers['content-encoding'], encoding, accepted);
          assert.match(reply.headers.vary ?? '', /accept-encoding/i);
          assert.deepEqual(decompress(reply.body), plain);
          assert.ok(reply.body.length < plain.length / 3);
        }
        for (const accepted of ['identity', 'zstd']) {
          const reply = await rawRequest(platform, path, { headers: { 'accept-encoding': accepted } });
          assert.equal(reply.headers['content-encoding'], undefined, accepted);
          assert.deepEqual(reply.body, plain);
        }
      });

      it(`revalidates ${path} by its version and content`, async () => {
        const { platform } = scene();
        const { headers, body } = await rawRequest(platform, path);
        const { etag = '' } = headers;
        const { version } = JSON.parse(body.toString()) as UnitsTable;
        assert.ok(etag.startsWith(`"${version}-`), etag);
        assert.equal(headers['cache-control'], 'public, no-cache');
        for (const encoding of ['identity', 'br', 'gzip']) {
          const again = await rawRequest(platform, path, {
            headers: { 'if-none-match': etag, 'accept-encoding': encoding },
          });
          assert.equal(again.status, 304, encoding);
          assert.equal(again.body.length, 0);
          assert.equal(again.headers.etag, etag);
          assert.equal(again.headers['cache-control'], 'public, no-cache');
        }
        const stale = await rawRequest(platform, path, { headers: { 'if-none-match': '"0"' } });
        assert.equal(stale.status, 200);
      });

      it(`answers HEAD of ${path} with the headers of GET and no body`, async () => {
        const { platform } = scene();
        const get = await rawRequest(platform, path);
        const head = await rawRequest(platform, path, { method: 'HEAD' });
        assert.equal(head.status, 200);
        assert.equal(head.body.length, 0);
        for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
          assert.equal(head.headers[name], get.headers[name], name);
      });
    }

    it('gives the tables different versions', async () => {
      const replies = await Promise.all(tables.map(({ path }) => rawRequest(scene().platform, path)));
      assert.equal(new Set(replies.map((reply) => reply.headers.etag)).size, tables.length);
    });

    it('contains the 54 units, 33 sources, 51 conversions and legend of the specification', async () => {
      const { body } = await rawRequest(scene().platform, '/units/units_table.json');
      const { unitSpec, unitCalc } = JSON.parse(body.toString()) as UnitsTable;
      const { from, ...sources } = unitCalc;
      assert.deepEqual(from, { to: 'expression' });
      assert.equal(Object.keys(unitSpec).length, 54);
      assert.equal(Object.keys(sources).length, 33);
      assert.equal(Object.values(sources).flatMap((targets) => Object.keys(targets)).length, 51);
    });
  },
);
