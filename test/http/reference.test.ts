import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { it } from 'node:test';
import { readJson } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const setUp = async ({ start }: Stage) => ({ platform: await start() });

type Document = { servers: unknown; info: unknown; paths: object };

/** Returns the addresses that a page loads by its elements. */
function addressesIn(html: string): string[] {
  return [...html.matchAll(/<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)="([^"]*)"/g)].map(
    ([, url = '']) => url,
  );
}

onSqlite('the API reference', setUp, (scene) => {
  it('is loaded beside the event loop, when it is read for the first time', async () => {
    const { platform } = scene();
    // Loads the client.
    await (await platform.request('/healthz')).text();
    const before = process.threadCpuUsage();
    const page = await platform.request('/docs/');
    const { user, system } = process.threadCpuUsage(before);
    assert.match(await page.text(), /^<!doctype html>[\s\S]*Azulejo API[\s\S]*<\/html>\s*$/i);
    // Processor time, because the machine may be busy. Loading the module takes 100 ms of it.
    assert.ok((user + system) / 1000 < 60, `${(user + system) / 1000} ms`);
  });

  it('links the API reference at the root with other working links', async () => {
    const { platform } = scene();
    const root = await readJson<Record<string, string>>(await platform.request('/'));
    assert.equal(root['name'], 'Azulejo');
    for (const name of ['docs', 'openapi', 'health'])
      assert.equal((await fetch(root[name] ?? '')).status, 200, name);
  });

  it('serves the OpenAPI document of the repository with the address of this server', async () => {
    const { platform } = scene();
    const response = await platform.request('/openapi.json');
    const { servers, info, ...served } = await readJson<Document>(response);
    const file = new URL('../../docs/openapi.json', import.meta.url);
    const { servers: _servers, info: _info, ...kept } = JSON.parse(await readFile(file, 'utf8')) as Document;
    const relocate = (document: object) =>
      JSON.parse(JSON.stringify(document).replaceAll(platform.url, 'http://127.0.0.1:8480')) as object;
    assert.deepEqual(relocate(served), kept);
    assert.match(JSON.stringify(servers), new RegExp(`"url":"${platform.url}"`));
    assert.ok(info);
  });

  it('revalidates the OpenAPI document by ETag and allows tools of any origin', async () => {
    const { platform } = scene();
    const { headers } = await platform.request('/openapi.json');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    const etag = headers.get('etag') ?? '';
    const again = await platform.request('/openapi.json', { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
  });

  it("loads all parts of its page from the platform's own origin", async () => {
    const { platform } = scene();
    const response = await fetch(`${platform.url}/docs`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    const html = await response.text();
    const parts = addressesIn(html).map((url) => new URL(url, response.url));
    assert.ok(parts.length > 0, 'the page has a script');
    for (const part of parts) {
      assert.equal(part.origin, platform.url, part.href);
      const loaded = await fetch(part);
      assert.equal(loaded.status, 200, part.href);
      assert.match(loaded.headers.get('content-type') ?? '', /javascript|css|svg/);
      assert.ok((await loaded.arrayBuffer()).byteLength > 0);
    }
  });

  it('contains no address of another origin in the page of the API reference', async () => {
    const { platform } = scene();
    const html = await (await fetch(`${platform.url}/docs`)).text();
    const named = [...html.matchAll(/https?:\/\/[^\s"'<>\\)]+/g)].map(([url]) => url);
    const foreign = named.filter((url) => new URL(url).origin !== platform.url);
    assert.deepEqual(foreign, []);
  });

  it('allows no other origin in its content security policy', async () => {
    const { platform } = scene();
    const response = await fetch(`${platform.url}/docs`);
    await response.arrayBuffer();
    const policy = response.headers.get('content-security-policy') ?? '';
    const directives = new Map(
      policy.split(';').map((directive): [string, string[]] => {
        const [name = '', ...sources] = directive.trim().split(' ');
        return [name, sources];
      }),
    );
    assert.deepEqual(directives.get('default-src'), ["'none'"]);
    for (const [name, sources] of directives) {
      for (const source of sources) {
        const isOwn = source === platform.url || /^('.+'|data:|blob:)$/.test(source);
        assert.ok(isOwn, `${name} ${source}`);
      }
    }
  });
});

/** Returns a function that counts the calls of `openapiDocument` in this process since it was called last. */
async function countBuilds(): Promise<AsyncDisposable & { read(): Promise<number> }> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true });
  return {
    async read() {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      return result
        .flatMap(({ functions }) => functions)
        .filter(({ functionName }) => functionName === 'openapiDocument')
        .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
    },
    async [Symbol.asyncDispose]() {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

onSqlite(
  'the OpenAPI document',
  async (stage: Stage) => stage,
  (scene) => {
    it('builds the OpenAPI document when it is first requested, and not at the start', async () => {
      await using builds = await countBuilds();
      const platform = await scene().start();
      await (await platform.request('/')).arrayBuffer();
      assert.equal(await builds.read(), 0);
      const read = async () => (await platform.request('/openapi.json')).arrayBuffer();
      await read();
      assert.equal(await builds.read(), 1);
      await read();
      assert.equal(await builds.read(), 0);
    });
  },
);
