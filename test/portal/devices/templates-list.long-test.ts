import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ChannelTemplate } from '@azulejo/contract';
import type { Page } from 'playwright-core';
import { findBarriers, startBrowser } from '../../support/browser.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { setUpTemplates } from './templates-scene.ts';

async function setUp(stage: Stage) {
  const browser = stage.use(await startBrowser());
  const scene = await setUpTemplates(stage);
  const open = async (path: string) => {
    const opened = await browser.open({ width: 1440, enter: scene.developer.enter });
    await opened.page.goto(`${scene.platform.url}/portal/templates${path}`);
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    return { ...opened, [Symbol.asyncDispose]: () => opened.page.context().close() };
  };
  return { ...scene, open };
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const json = (page: Page) => page.getByLabel('Template as JSON');
const file = (template: ChannelTemplate) => ({
  name: 'lamp.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(template)),
});

onSqlite('the portal’s template list', setUp, (scene) => {
  it('completes a short imported file, shows what it filled in, and refuses an invalid file', async () => {
    const { open, platform } = scene();
    await using view = await open('');
    const { page, pageErrors } = view;
    const choose = async (template: object) => {
      await field(page, 'Import a template').setInputFiles(file(template as ChannelTemplate));
    };
    const name = 'Olaria plug';
    const properties = [{ label: 'On/off', schema: 'on-off', io: 'rws' }];
    const short = { name, vendor: 'Olaria', model: `P${Math.random()}`, kind: 'plug', properties };
    const { properties: _properties, ...empty } = short;
    await choose(empty);
    await page.getByText('lamp.json is not a channel template: "properties" must be a list.').waitFor();
    await choose(short);
    const note = page.getByRole('alert').filter({ hasText: /\d+ members of lamp.json filled in/ });
    await note.getByText('What was filled in').click();
    await note.getByText(/^components, id, .*tiles$/).waitFor();
    await note.getByText('Property “On/off”').waitFor();
    await page.getByText(/^(No errors|\d+ hints?)$/).waitFor();
    assert.deepEqual(await findBarriers(page), []);

    // When the id is removed by hand, its field shows the error and offers a new id.
    await tab(page, 'JSON').click();
    const { id: _removed, ...rest } = JSON.parse(await json(page).inputValue());
    await json(page).fill(JSON.stringify(rest));
    await page.getByRole('status').getByText('1 error', { exact: true }).waitFor();
    await tab(page, 'Device').click();
    await field(page, 'Id').waitFor();
    await button(page, 'Create an id').click();
    await page.getByText(/^(No errors|\d+ hints?)$/).waitFor();
    await button(page, 'Save').click();
    await page.getByText('Saved as version 1').waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    const saved = await platform.server.features.templates.get(id, 1);
    assert.deepEqual([saved.name, saved.tiles.length], [name, 1]);
    assert.equal(await note.count(), 0);
    assert.deepEqual(pageErrors, []);
  });

  it('loads small pictures for the list, and only those near the viewport', async () => {
    await using view = await scene().open('');
    const { page } = view;
    await page.getByText(/^\d+ templates of \d+ vendors$/).waitFor();
    const cards = page.getByRole('list', { name: 'Catalogue' }).getByRole('listitem');
    await cards.last().scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    const images = page.locator('main img');
    for (const image of await images.all())
      for (const [name, value] of [
        ['loading', 'lazy'],
        ['width', '56'],
        ['height', '56'],
      ] as const)
        assert.equal(await image.getAttribute(name), value);
    const sizes = await page.evaluate<number[]>(
      'performance.getEntriesByType("resource").filter(({ name }) => name.includes("/images/")).map(({ encodedBodySize }) => encodedBodySize)',
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const count = await cards.count();
    assert.ok(sizes.length > 5 && sizes.length < count / 2, `${sizes.length} pictures of ${count} cards`);
    assert.ok(total / sizes.length < 6_000, `${total} bytes of ${sizes.length} pictures`);
  });
});
