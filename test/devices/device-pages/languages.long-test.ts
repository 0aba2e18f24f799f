import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Channel, Tile } from '@azulejo/contract';
import { createDevicePages } from '@azulejo/server/testing';
import { unzipSync } from 'fflate';
import { startBrowser } from '../../support/browser.ts';
import { setUpDemoHome } from '../../support/demo-home.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import type { Dialect } from './bridges.ts';
import { pageDevicesOf, templates } from './devices.ts';
import { openPage, unpack } from './page-harness.ts';

const MAX_BYTES = 30 * 1024;
const lock = templates.find(({ kind }) => kind === 'lock');

onEachEngineInFull('the device page of a German phone', setUpDemoHome, (scene) => {
  it('shows a device page in German: its own texts, and the labels that the platform sent to the phone', async () => {
    const { platform, channels, tiles } = scene();
    const labelled = await channels({ headers: { 'accept-language': 'de-DE' } });
    const tile = (await tiles()).find(({ actions }) => actions[0]?.componentType === 'socket') as Tile;
    const channel = labelled.find(({ id }) => id === tile.channel) as Channel;
    const archive = await platform.request(new URL(channel.interface.url).pathname);
    await using files = await unpack(Buffer.from(await archive.arrayBuffer()));
    await using browser = await startBrowser();
    const options = { channels: [channel], tiles: [tile], preferences: { locale: 'de_DE' } };
    const { page, send, pageErrors } = await openPage(browser, files.url, { dialect: 'android', options });
    const row = page.locator('.row[data-property="status"]').first();
    const component = tile.components[0]?.id ?? '';
    await send({ io: 'iw', channel: channel.id, component, property: 'status', data: true });
    assert.equal(await row.getByRole('switch', { name: 'An/Aus' }).getAttribute('aria-checked'), 'true');
    await row.getByText('An', { exact: true }).waitFor();
    await row.getByRole('switch').click();
    await row.getByText('Warten auf das Gerät …').waitFor();
    await page
      .getByText(/^Einstellungen \(\d+\)$/)
      .first()
      .waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    assert.deepEqual(pageErrors, []);
  });
});

for (const [dialect, preferences, question, language] of [
  ['ios', { language: 'fr', locale: 'fr_FR' }, /^Déverrouiller « .* » \?$/, 'fr'],
  ['ios', { language: 'es-419' }, /^¿Desbloquear «.*»\?$/, 'es'],
  ['android', { language: 'pt', locale: 'pt_PT' }, /^Destrancar «.*»\?$/, 'pt'],
  ['android', { language: 'it', locale: 'it_IT' }, /^Unlock “.*”\?$/, 'en'],
  ['android', {}, /^Unlock “.*”\?$/, 'en'],
] as const satisfies [Dialect, object, RegExp, string][])
  it(`asks in ${language} before it unlocks, with ${JSON.stringify(preferences)} in the ${dialect} app`, async () => {
    assert.ok(lock);
    const pages = await createDevicePages();
    await using files = await unpack(pages.archive(crypto.randomUUID()).bytes);
    await using browser = await startBrowser();
    const options = { ...pageDevicesOf(lock, dialect), preferences };
    const harness = await openPage(browser, files.url, { dialect, options });
    const [component] = lock.components;
    const property = lock.properties.find(({ classes }) => classes.some((name) => name.endsWith('.locked')));
    assert.ok(component && property);
    await harness.send({
      io: 'iw',
      channel: 'ch-1',
      component: component.id,
      property: property.id,
      data: true,
    });
    await harness.page.locator(`.row[data-property="${property.id}"]`).getByRole('switch').click();
    await harness.page.getByRole('alertdialog').getByText(question).waitFor();
    assert.equal(await harness.page.locator('html').getAttribute('lang'), language);
    assert.deepEqual(harness.pageErrors, []);
  });

it('has every text in each language, with its values, in less than 30 KB', async () => {
  const pages = await createDevicePages();
  const bytes = unzipSync(pages.archive(crypto.randomUUID()).bytes)['messages.js'] ?? new Uint8Array();
  assert.ok(bytes.length < MAX_BYTES, `${bytes.length} bytes`);
  const script = Buffer.from(bytes).toString();
  const tables = JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)) as Record<
    string,
    Record<string, string>
  >;
  assert.deepEqual(Object.keys(tables), ['de', 'es', 'fr', 'pt']);
  const placesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
  for (const [language, table] of Object.entries(tables)) {
    assert.deepEqual(Object.keys(table).toSorted(), Object.keys(tables['de'] ?? {}).toSorted());
    for (const [english, text] of Object.entries(table))
      assert.deepEqual(placesOf(text), placesOf(english), `${language}: ${text}`);
  }
});
