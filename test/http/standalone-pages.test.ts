import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { darkColours, lightColours } from '@azulejo/server/testing';
import { onSqlite, type Stage } from '../support/scene.ts';

const setUp = async ({ start }: Stage) => ({ platform: await start() });

/** Returns the colours of a rule set in `web/src/design/tokens.css`, by name. */
async function webColours(selector: string): Promise<Record<string, string>> {
  const css = await readFile(new URL('../../web/src/design/tokens.css', import.meta.url), 'utf8');
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  const found = [...block.matchAll(/--azulejo-([a-z-]+): (#[0-9a-f]{6});/g)];
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, value]));
}

onSqlite('server-rendered pages', setUp, (scene) => {
  it('uses the colours of the web pages in server-rendered pages', async () => {
    for (const [colours, selector] of [
      [lightColours, ':root'],
      [darkColours, ':root[data-mantine-color-scheme="dark"]'],
    ] as const) {
      const web = await webColours(selector);
      for (const [name, value] of Object.entries(colours)) assert.equal(value, web[name], name);
    }
  });

  it('shows browsers a page with a link for an unknown path, and programs a JSON error', async () => {
    const { platform } = scene();
    const page = await platform.request('/nothing', { headers: { accept: 'text/html,*/*;q=0.8' } });
    assert.deepEqual([page.status, page.headers.get('x-error')], [404, '2102']);
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'sha256-/,
    );
    assert.match(await page.text(), /<a class="button" href="\/home">/);
    for (const [path, accept] of [
      ['/nothing/here', '*/*'],
      ['/v3/nothing', 'text/html'],
    ] as const) {
      const reply = await platform.request(path, { headers: { accept } });
      assert.equal(reply.status, 404);
      assert.match(reply.headers.get('content-type') ?? '', /^application\/json/, path);
    }
  });
});
