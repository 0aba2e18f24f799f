import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ChannelTemplate } from '@azulejo/contract';
import { createDevicePages } from '@azulejo/server/testing';
import { axeOf, startBrowser, type TestBrowser } from '../../support/browser.ts';
import { isFullRun } from '../../support/full-run.ts';
import type { Dialect } from './bridges.ts';
import { pageDevicesOf, plausibleValue, slotsOf, templates, validatorOf } from './devices.ts';
import { operate } from './operate.ts';
import { type Harness, openPage, type Published, unpack } from './page-harness.ts';

const PREFERENCES = { units: 'metric', locale: 'en_GB' };

/** Returns a handler that answers reads and writes as a device with the template's values. */
function answerer(template: ChannelTemplate) {
  const values = new Map(slotsOf(template).map(({ name, property }) => [name, plausibleValue(property)]));
  return (message: Published, harness: Harness) => {
    const { io, channel, component, property } = message;
    const name = `${component}/${property}`;
    if (io === 'w') values.set(name, message.data);
    const address = { channel, component, property };
    return harness.send({ io: io === 'w' ? 'iw' : 'ir', data: values.get(name), ...address });
  };
}

/** Opens all collapsed sections, including nested ones. */
async function openFolds({ page }: Harness): Promise<void> {
  for (;;) {
    const folded = page.locator('details:not([open]) > summary');
    if ((await folded.count()) === 0) return;
    await folded.first().click();
    // The content is created by the event that follows.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  }
}

/** Checks that the page shows and controls everything of one kind of device in one app. Returns the page. */
async function examine(
  browser: TestBrowser,
  url: string,
  template: ChannelTemplate,
  dialect: Dialect,
): Promise<Harness> {
  const pageDevices = pageDevicesOf(template, dialect);
  const options = {
    ...pageDevices,
    tiles: pageDevices.tiles.slice(0, 1),
    preferences: PREFERENCES,
    apiVersion: 'v3',
  };
  const onPublish = answerer(template);
  const colorScheme = dialect === 'ios' ? 'dark' : 'light';
  const harness = await openPage(browser, url, { dialect, options, onPublish, width: 390, colorScheme });
  const { page, published, pageErrors } = harness;
  await openFolds(harness);
  assert.deepEqual(harness.subscribed, ['ch-1']);
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
  assert.deepEqual(pageErrors, []);
  return harness;
}

async function assertAccessible({ page }: Harness): Promise<void> {
  const { violations } = await axeOf(page).analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    [],
  );
}

const APPS = ['android', 'ios'] as const;
/** In full runs, each kind is shown in both apps, and axe, which takes a third of the time, examines all of them. */
const appsOf = (index: number) => (isFullRun ? APPS : APPS.slice(index % 2, (index % 2) + 1));
const isSeenByAxe = (index: number) => isFullRun || index % 4 < 2;

/** What decides how the page shows and controls a property. */
function formsOf({ properties }: ChannelTemplate): string[] {
  const forms = properties.map(({ schema, schemaExtension, io, unitsOptions, controlInterfaces }) =>
    JSON.stringify([
      schema,
      Object.keys(schemaExtension).toSorted(),
      io,
      Object.keys(unitsOptions).toSorted(),
      controlInterfaces.map(({ controlInterface }) => controlInterface),
    ]),
  );
  return [...new Set(forms)];
}

/** Returns a few templates that together have every form of property of the catalogue. */
function coverOf(all: readonly ChannelTemplate[]): ChannelTemplate[] {
  const left = new Set(all.flatMap(formsOf));
  const cover: ChannelTemplate[] = [];
  while (left.size > 0) {
    const newIn = (template: ChannelTemplate) => formsOf(template).filter((form) => left.has(form)).length;
    const best = all.reduce((one, other) => (newIn(other) > newIn(one) ? other : one));
    cover.push(best);
    for (const form of formsOf(best)) left.delete(form);
  }
  return cover;
}

const tried = isFullRun ? templates : coverOf(templates);

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
  for (const [index, template] of tried.entries()) {
    for (const dialect of appsOf(index)) {
      it(`shows and controls all of ${template.name} in the ${dialect} app`, async () => {
        const harness = await examine(browser, url, template, dialect);
        if (isSeenByAxe(index)) await assertAccessible(harness);
        await harness.page.context().close();
      });
    }
  }
});
