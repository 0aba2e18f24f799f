import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import type { ChannelList } from '@azulejo/contract';
import type { Page } from 'playwright-core';
import { isFullRun } from '../support/full-run.ts';
import { setUpHomePages } from '../support/home-pages.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const LANGUAGES = ['de', 'es', 'fr', 'pt'] as const;
const WIDTHS = isFullRun ? [320, 390, 1440] : [320, 1440];
const MODELS = { 'Luz 1': 'GL-C-008P', 'Luz 2': 'BTH-RA', 'Luz 3': 'V3-BTZB/V3-BTZBE' } as const;

const setUp = async (stage: Stage) => {
  const pages = await setUpHomePages(stage);
  const { templates, virtualDevices, simulator } = pages.platform.server.features;
  const all = await templates.list();
  const home = await pages.newHome('Ana');
  const channels: string[] = [];
  for (const [name, model] of Object.entries(MODELS)) {
    const template = all.find((each) => each.model === model);
    assert.ok(template, model);
    const device = { userId: home.id, templateId: template.id, name, seed: 7, faults: [] };
    channels.push((await virtualDevices.create(device)).channel.id);
  }
  await simulator.tick();
  const paths = [
    '',
    '/activity',
    '/add',
    '/preferences',
    '/account',
    ...channels.map((id) => `/devices/${id}`),
  ];
  return { ...pages, home, paths: paths.map((path) => `/home${path}`) };
};

const unquoted = (lines: string) =>
  [...lines.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([text]) => JSON.parse(text) as string).join('');

/** Returns the English texts without placeholders that the language words differently. */
async function englishTexts(language: string): Promise<ReadonlySet<string>> {
  const file = new URL(`../../web/src/languages/home/${language}.po`, import.meta.url);
  const entries = (await readFile(file, 'utf8')).matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"(?:\n|$))+)/gm);
  const texts = [...entries].map(([, id = '', text = '']) => [unquoted(id), unquoted(text)] as const);
  return new Set(
    texts.filter(([id, text]) => id !== '' && id !== text && !/[{<]/.test(id)).map(([id]) => id),
  );
}

/** Returns what people see and hear of the page, once it has nothing more to load. */
async function textsOf(page: Page): Promise<string[]> {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  return page.evaluate(`(() => {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.data.trim());
    for (const name of ['aria-label', 'placeholder', 'title'])
      for (const each of document.querySelectorAll('[' + name + ']')) texts.push(each.getAttribute(name));
    return texts;
  })()`);
}

/** Returns the elements that make the page wider than the window. */
const beyondOf = (page: Page): Promise<string[]> =>
  page.evaluate(`document.documentElement.scrollWidth <= innerWidth ? [] :
    [...document.querySelectorAll('body *')]
      .filter((each) => each.getBoundingClientRect().right > innerWidth)
      .map((each) => each.className + ': ' + each.textContent)
      .slice(-5)`);

const languageOf = (page: Page, language: string) => page.locator(`html[lang=${language}]`).waitFor();

onSqlite('the languages of Home', setUp, (scene) => {
  for (const language of LANGUAGES)
    it(`has no English text and fits phones and windows in ${language}`, async () => {
      const { open, home, paths } = scene();
      const english = await englishTexts(language);
      assert.ok(english.size > 300, `${english.size} texts`);
      const { page, pageErrors } = await open('/home', home, { locale: language });
      for (const path of paths) {
        await page.goto(new URL(path, page.url()).href);
        await languageOf(page, language);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 });
          const left = (await textsOf(page)).filter((text) => english.has(text));
          assert.deepEqual(left, [], `${path} at ${width} px`);
          assert.deepEqual(await beyondOf(page), [], `${path} at ${width} px`);
        }
      }
      assert.deepEqual(pageErrors, []);
    });

  it('reads stored labels, and shows them in the words that a phone gets', async () => {
    const { platform, open, home, paths } = scene();
    const lamp = paths.find((path) => path.includes('/devices/')) ?? '';
    const { page } = await open('/robots.txt', home, { locale: 'de' });
    const isChannels = (url: string) => new URL(url).pathname.endsWith('/channels');
    const [list] = await Promise.all([
      page.waitForResponse((response) => isChannels(response.url()) && response.status() === 200),
      page.goto(new URL(lamp, page.url()).href),
    ]);
    assert.equal((await list.request().allHeaders())['accept-language'], '*');
    assert.match(await list.text(), /"label":"Brightness"/);
    const phone = await platform.request('/v3/legacy/users/me/channels', {
      token: home.token,
      headers: { 'accept-language': 'de' },
    });
    const { channels } = (await phone.json()) as ChannelList;
    const { properties } = channels.find(({ id }) => lamp.endsWith(id)) ?? { properties: [] };
    const labels = properties
      .filter(({ id }) => ['brightness', 'color-temperature'].includes(id))
      .map(({ label }) => label);
    assert.deepEqual(labels, ['Helligkeit', 'Farbtemperatur']);
    const texts = await textsOf(page);
    for (const label of labels) assert.ok(texts.includes(label), `${label} in ${texts.join(' | ')}`);
  });

  it('follows the preferences, else the browser, and is English for others', async () => {
    const { open, newHome, home } = scene();
    const { page: foreign } = await open('/home/sign-in', undefined, { locale: 'it-IT' });
    await languageOf(foreign, 'en');
    const { page: french } = await open('/home/preferences', home, { locale: 'fr-CA' });
    await languageOf(french, 'fr');
    const other = await newHome();
    const { page } = await open('/home/preferences', other);
    await languageOf(page, 'en');
    const choice = page.getByRole('combobox', { name: 'Language' });
    await choice.click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await languageOf(page, 'de');
    await page.getByRole('combobox', { name: 'Sprache' }).waitFor();
    await page.reload();
    await languageOf(page, 'de');
  });
});
