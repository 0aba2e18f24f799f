import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onSqlite, type Stage } from '../support/scene.ts';

const setUp = async ({ start }: Stage) => ({ platform: await start() });

const linksIn = (html: string): string[] =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href);

onSqlite('the guides', setUp, (scene) => {
  const page = async (path: string) => {
    const reply = await scene().platform.request(path);
    assert.equal(reply.status, 200, path);
    return reply.text();
  };

  it('lists the guides, whose links and headings exist', async () => {
    const index = await page('/docs/guides');
    const guides = linksIn(index).filter(
      (href) => href.startsWith('/docs/guides') && href !== '/docs/guides',
    );
    assert.ok(guides.length >= 20, `${guides.length} guides`);
    const pages = new Map<string, string>();
    for (const guide of guides) pages.set(guide, await page(guide));
    for (const [from, html] of pages) {
      assert.match(html, /<h1 id="[^"]+">/, from);
      assert.ok(html.length < 60_000, `${from}: ${html.length} characters`);
      for (const href of linksIn(html)) {
        if (!/^(#|\/docs\/guides\/.)/.test(href)) continue;
        const [path = '', id] = href.startsWith('#') ? [from, href.slice(1)] : href.split('#');
        const target = pages.get(path) ?? assert.fail(`${from} links to ${path}`);
        if (id !== undefined) assert.ok(target.includes(` id="${id}"`), `${from} links to ${href}`);
      }
    }
  });

  it('shows a guide as a page without scripts, which is revalidated', async () => {
    const { platform } = scene();
    const reply = await platform.request('/docs/guides/zigbee2mqtt');
    assert.match(
      reply.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'sha256-/,
    );
    const html = await reply.text();
    assert.match(html, /<title>Connect Zigbee2MQTT · Azulejo<\/title>/);
    assert.match(html, /<a href="\/docs\/guides" aria-current="page">Guides<\/a>/);
    assert.doesNotMatch(html, /<script|style="|href="[^"]*\.md/);
    const etag = reply.headers.get('etag') ?? '';
    const again = await platform.request('/docs/guides/zigbee2mqtt', { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
  });

  it('returns 404 for other names', async () => {
    for (const name of ['unknown', 'index.json', '..%2fhome', '%2e%2e%2f%2e%2e%2fpackage.json'])
      assert.equal((await scene().platform.request(`/docs/guides/${name}`)).status, 404, name);
  });
});
