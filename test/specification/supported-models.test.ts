import assert from 'node:assert/strict';
import { it } from 'node:test';
import { expandTemplates, loadModels } from '@azulejo/catalog';
import type { SupportedModel, SupportedModelDetail } from '@azulejo/contract';
import { assertApiError, readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

type Found = { models: SupportedModel[]; size: number };

const HUE = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';

const setUp = async (stage: Stage) => ({ platform: await stage.start() });

onEachEngineInFull('the models of devices that the platform knows', setUp, (scene) => {
  const get = (path: string, init?: RequestInit) => fetch(`${scene().platform.url}${path}`, init);
  const search = async (query: string): Promise<Found> =>
    readJson(await get(`/v3/supported-models?${query}`));
  const page = async (path: string): Promise<string> => (await get(path)).text();

  it('finds a model by its name, by words in any order, and without diacritics', async () => {
    for (const words of ['9290022166', 'AMBIANCE hue e26', 'philips 9290022166']) {
      const { models } = await search(`search=${encodeURIComponent(words)}`);
      assert.ok(
        models.some(({ id }) => id === HUE),
        words,
      );
    }
    const [sinope] = (await search('search=sinope+th1123zb')).models;
    assert.equal(sinope?.vendor, 'Sinopé');
    assert.deepEqual(await search('search=no+such+device'), { models: [], size: 0 });
  });

  it('returns the model that is named so first, and finds names under which it is also sold', async () => {
    const { models } = await loadModels();
    const [exact] = (await search('search=E1757')).models;
    assert.equal(exact?.model, 'E1757');
    const relabelled = models.find(({ others }) => others.length > 0);
    const [[vendor, model] = ['', '']] = relabelled?.others ?? [];
    const { models: found } = await search(new URLSearchParams({ search: `${vendor} ${model}` }).toString());
    assert.ok(found.some(({ id }) => id === relabelled?.id));
  });

  it('finds every model of the catalogue by its name, on pages of bounded size', async () => {
    const { models } = await loadModels();
    const { size } = await search('');
    assert.equal(size, models.length);
    const second = await search('page_size=50&page_start_index=50');
    assert.deepEqual(
      second.models.map(({ id }) => id),
      models.slice(50, 100).map(({ id }) => id),
    );
    await assertApiError(await get('/v3/supported-models?page_size=51'), 'invalid_request');
    await assertApiError(await get(`/v3/supported-models?search=${'x'.repeat(101)}`), 'invalid_request');
  });

  it('returns what a model offers, and 404 for an unknown one', async () => {
    const detail = await readJson<SupportedModelDetail>(await get(`/v3/supported-models/${HUE}`));
    assert.deepEqual([detail.vendor, detail.kind, detail.connection], ['Philips', 'color-light', 'zigbee']);
    assert.deepEqual(
      detail.features.find(({ label }) => label === 'Brightness'),
      { label: 'Brightness', reported: true, writable: true, switchable: false, unit: '%' },
    );
    const [template] = await expandTemplates([HUE]);
    assert.ok(detail.features.length <= (template?.properties.length ?? 0));
    assert.deepEqual(detail.template, template);
    const [tile] = detail.template.tiles;
    for (const { property } of [...(tile?.information ?? []), ...(tile?.actions ?? [])])
      assert.ok(
        detail.values.some((value) => value.property === property),
        property,
      );
    await assertApiError(await get('/v3/supported-models/unknown'), 'not_found');
  });

  it('lets clients cache what it returns, and answers 304 when nothing changed', async () => {
    for (const path of ['/v3/supported-models?search=hue', '/devices?search=hue', `/devices/${HUE}`]) {
      const first = await get(path);
      assert.match(first.headers.get('cache-control') ?? '', /public, max-age=3600/, path);
      const again = await get(path, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
      assert.equal(again.status, 304, path);
    }
  });

  it('shows a page without sign-in that escapes what was searched for', async () => {
    const html = await page(`/devices?search=${encodeURIComponent('"><script>x</script>')}`);
    assert.match(html, /No device found/);
    assert.ok(!html.includes('<script>'));
    assert.match(await page('/devices?search=hue&kind=color-light'), /<option value="color-light" selected>/);
    assert.match(await page('/devices'), /4,516 devices/);
    assert.match(
      await page('/devices?start=24'),
      /rel="prev" href="\/devices\?search=&amp;kind=&amp;start=0"/,
    );
    assert.match(await page('/devices?start=-1&search=%00'), /1 to 24 of/);
  });

  it('shows the page of a model, and 404 for an unknown one', async () => {
    const html = await page(`/devices/${HUE}`);
    for (const text of ['Yes, this device is supported', 'Brightness', 'By Zigbee', 'Philips 9290022166'])
      assert.ok(html.includes(text), text);
    assert.equal((await get('/devices/unknown')).status, 404);
  });

  it('loads the script that draws the tiles of a model, and no other', async () => {
    const reply = await get(`/devices/${HUE}`);
    const html = await reply.text();
    assert.match(
      html,
      new RegExp(`<div id="tiles" class="tiles" data-source="/v3/supported-models/${HUE}">`),
    );
    const policy = reply.headers.get('content-security-policy') ?? '';
    assert.match(policy, /script-src 'self'; style-src 'self' 'sha256-[^' ]+'; connect-src 'self';/);
    const loaded = [...html.matchAll(/(?:src|href)="(\/web\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    assert.ok(loaded.length > 0);
    for (const path of loaded) assert.equal((await get(path)).status, 200, path);
    assert.ok(html.length < 8_000, `${html.length} characters`);
    const { models } = await loadModels();
    const repeater = models.find(({ kind }) => kind === 'repeater');
    assert.doesNotMatch(await page(`/devices/${repeater?.id}`), /id="tiles"/);
  });

  it('says in the language of the visitor what a model offers, and how it and unlisted devices are connected', async () => {
    const german = { headers: { 'Accept-Language': 'de' } };
    const model = await (await get(`/devices/${HUE}`, german)).text();
    for (const text of [
      '<li>Helligkeit',
      'schaltbar',
      'href="/docs/guides/zigbee2mqtt" hreflang="en">Anleitung lesen (englisch)',
      'So sieht es in Home aus',
    ])
      assert.ok(model.includes(text), text);
    const list = await (await get('/devices', german)).text();
    for (const text of ['Z-Wave JS UI', '/docs/guides/mqtt-devices', '/add/bridge?type=mqtt-discovery'])
      assert.ok(list.includes(text), text);
  });

  it('refuses a network that asks too often', async () => {
    const ask = async () => (await get('/v3/supported-models?search=hue')).status;
    const statuses = await Promise.all(Array.from({ length: 301 }, ask));
    assert.ok(statuses.includes(429));
    const refused = await get('/devices');
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
  });
});
