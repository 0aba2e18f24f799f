import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ChannelTemplate } from '@azulejo/contract';
import { createDevicePages } from '@azulejo/server/testing';
import { axeOf, startBrowser, type TestBrowser } from '../support/browser.ts';
import { isFullRun } from '../support/full-run.ts';
import type { Dialect } from './bridges.ts';
import { hand, plausibleValue, slotsOf, templates, validatorOf } from './devices.ts';
import { operate } from './operate.ts';
import { openPage, type Published, type Stand, unpack } from './page-stand.ts';

const PREFERENCES = { units: 'metric', locale: 'en_GB' };

/** Returns a handler that answers reads and writes as a device with the template's values. */
function answerer(template: ChannelTemplate) {
  const values = new Map(slotsOf(template).map(({ name, property }) => [name, plausibleValue(property)]));
  return (message: Published, stand: Stand) => {
    const { io, channel, component, property } = message;
    const name = `${component}/${property}`;
    if (io === 'w') values.set(name, message.data);
    const address = { channel, component, property };
    return stand.send({ io: io === 'w' ? 'iw' : 'ir', data: values.get(name), ...address });
  };
}

/** Opens all collapsed sections, including nested ones. */
async function openFolds({ page }: Stand): Promise<void> {
  for (;;) {
    const folded = page.locator('details:not([open]) > summary');
    if ((await folded.count()) === 0) return;
    await folded.first().click();
    // The content is created by the event that follows.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  }
}

/** Checks everything that the page promises, for one kind of device in one app. */
async function examine(browser: TestBrowser, url: string, template: ChannelTemplate, dialect: Dialect) {
  const handed = hand(template, dialect);
  const options = { ...handed, tiles: handed.tiles.slice(0, 1), preferences: PREFERENCES, apiVersion: 'v3' };
  const onPublish = answerer(template);
  const colorScheme = dialect === 'ios' ? 'dark' : 'light';
  const stand = await openPage(browser, url, { dialect, options, onPublish, width: 390, colorScheme });
  const { page, published, troubles } = stand;
  await openFolds(stand);
  assert.deepEqual(stand.subscribed, ['ch-1']);
  const slots = slotsOf(template);
  const shown = await page.evaluate<string[]>(
    'Array.from(document.querySelectorAll(".row"), ({ dataset: { component, property } }) => [component, property].join("/"))',
  );
  assert.deepEqual(
    shown.toSorted(),
    slots.map(({ name }) => name).toSorted(),
    'every property of every component has its row',
  );
  await page.locator('[data-state=unknown]').first().waitFor({ state: 'detached' });
  for (const { name, property } of slots) {
    const [component, id] = name.split('/');
    const row = page.locator(`.row[data-component="${component}"][data-property="${id}"]`);
    const text = (await row.textContent()) ?? '';
    assert.doesNotMatch(text, /undefined|NaN|\[object/, name);
    if (/[rs]/.test(property.io)) assert.doesNotMatch(text.replaceAll('Choose…', ''), /Not known|…/, name);
    if (!property.io.includes('w')) continue;
    const before = published.length;
    await operate(row);
    const sent = published.slice(before).find(({ io }) => io === 'w');
    assert.deepEqual([sent?.channel, sent?.component, sent?.property], ['ch-1', component, id], name);
    const validate = validatorOf(property);
    assert.ok(validate(sent?.data), `${name} sends ${JSON.stringify(sent?.data)}`);
  }
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  assert.ok(width <= 390, `${width} pixels wide`);
  const { violations } = await axeOf(page).analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    [],
  );
  assert.deepEqual(troubles, []);
  await page.context().close();
}

const APPS = ['android', 'ios'] as const;

// Each in one app, in turn; in a full run in both.
describe('the device page, for kinds of device', () => {
  const opened = new AsyncDisposableStack();
  let url = '';
  let browser: TestBrowser;
  before(async () => {
    browser = opened.use(await startBrowser());
    const pages = await createDevicePages();
    ({ url } = opened.use(await unpack(pages.archive(crypto.randomUUID()).bytes)));
  });
  after(() => opened.disposeAsync());
  for (const [index, template] of templates.entries()) {
    for (const dialect of isFullRun ? APPS : APPS.slice(index % 2, (index % 2) + 1)) {
      it(`shows and controls all of ${template.name} in the ${dialect} app`, () =>
        examine(browser, url, template, dialect));
    }
  }
});
