import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { startBrowser } from '../support/browser.ts';
import { readJson } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const setUp = async ({ start }: Stage) => {
  const platform = await start();
  const response = await platform.request('/docs/live');
  return { platform, response, html: await response.text() };
};

type Document = { servers: Record<string, { host: string }>; operations: object; channels: object };

onSqlite('the MQTT reference', setUp, (scene) => {
  it('links the live reference at the root and in the API reference, and back', async () => {
    const { platform, html } = scene();
    const root = await readJson<Record<string, string>>(await platform.request('/'));
    for (const name of ['live', 'asyncapi']) assert.equal((await fetch(root[name] ?? '')).status, 200, name);
    const { info } = await readJson<{ info: { description: string } }>(
      await platform.request('/openapi.json'),
    );
    assert.ok(info.description.includes(root['live'] ?? '-'));
    assert.match(html, /<a href="\/docs\/">/);
  });

  it('serves the AsyncAPI document of the repository with the servers of this platform', async () => {
    const { platform } = scene();
    const { mqtt, urls } = platform.config;
    const file = await readFile(new URL('../../docs/asyncapi.json', import.meta.url), 'utf8');
    const kept = JSON.parse(file) as Document;
    const served = await readJson<Document>(await platform.request('/asyncapi.json'));
    assert.deepEqual([served.operations, served.channels], [kept.operations, kept.channels]);
    assert.deepEqual(Object.keys(served.servers).sort(), Object.keys(kept.servers).sort());
    assert.equal(served.servers['tls']?.host, urls.mqtt.replace('mqtts://', ''));
    assert.equal(served.servers['tcp']?.host, `127.0.0.1:${mqtt.port}`);
    assert.equal(served.servers['webSocket']?.host, new URL(platform.url).host);
  });

  it('revalidates the live reference by ETag and allows tools of any origin', async () => {
    const { platform } = scene();
    for (const path of ['/asyncapi.json', '/docs/live']) {
      const { headers } = await platform.request(path);
      const known = { 'if-none-match': headers.get('etag') ?? '' };
      assert.equal((await platform.request(path, { headers: known })).status, 304);
    }
    const { headers } = await platform.request('/asyncapi.json');
    assert.equal(headers.get('access-control-allow-origin'), '*');
  });

  it('describes every operation, topic and message, and has no dead internal links', async () => {
    const { platform, html } = scene();
    const { operations, channels } = await readJson<Document>(await platform.request('/asyncapi.json'));
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const id of Object.keys(operations)) assert.ok(ids.has(id), id);
    for (const name of Object.keys(channels)) assert.ok(ids.has(`topic-${name}`), name);
    const links = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    assert.ok(links.length > 50);
    assert.deepEqual(
      links.filter((id) => !ids.has(id)),
      [],
    );
  });

  it('serves the live reference without scripts, with only its icon and its font', () => {
    const { response, html } = scene();
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^ ;]+';/);
    assert.doesNotMatch(policy, /unsafe|http|\*/);
    assert.deepEqual(html.match(/<link [^>]*>/g), ['<link rel="icon" href="/web/icons/mark.svg">']);
    assert.doesNotMatch(html, /<script|<img|<iframe|javascript:| on\w+=| style=/i);
  });

  it('shows the live reference styled in light and dark, no wider than a phone', async () => {
    const { platform } = scene();
    await using browser = await startBrowser();
    const grounds = new Set<string>();
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, pageErrors } = await browser.open({ width: 360, colorScheme });
      await page.goto(`${platform.url}/docs/live`);
      grounds.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(width <= 360, `it is ${width} pixels wide`);
      assert.deepEqual(pageErrors, []);
    }
    assert.deepEqual([...grounds], ['rgb(255, 255, 255)', 'rgb(23, 33, 56)']);
  });
});
