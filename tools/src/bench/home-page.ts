import { loadDemoHome } from '@azulejo/catalog';
import { startBrowser, type TestBrowser } from '@azulejo/test/browser';
import type { Context } from './context.ts';
import { type Homes, openServer } from './home.ts';
import type { Place } from './place.ts';
import { startPlatform } from './platform-process.ts';
import type { Figure } from './report.ts';
import { median } from './rounds.ts';

const DEVICES = 500;
const ROOMS = 10;
/** Factor by which the processor of the page is slowed down, to simulate a phone some years old. */
const SLOWER = 4;
const BENCH = 'home-page';

/**
 * Runs in the page before its scripts; notes when tiles are there, when the home is live, and how long a press takes to
 * the next paint.
 */
const WATCH = `globalThis.notes = { first: 0, tiles: 0, all: 0, live: 0, press: 0 };
const articles = document.getElementsByTagName('article');
new MutationObserver(() => {
  if (notes.live === 0 && document.querySelector('[role=status][data-state=live]')) notes.live = performance.now();
  if (articles.length === 0) return;
  if (notes.first === 0) {
    notes.first = -1;
    requestAnimationFrame(() => setTimeout(() => { notes.first = performance.now(); }));
  }
  if (articles.length > notes.tiles) {
    notes.tiles = articles.length;
    notes.all = performance.now();
  }
}).observe(document, { childList: true, subtree: true, attributeFilter: ['data-state'] });
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries())
    if (/^(pointer|click)/.test(name)) notes.press = Math.max(notes.press, duration);
}).observe({ type: 'event', durationThreshold: 16 });`;

/** Returns the centre of the first switch on the screen. */
const WELL = `(() => {
  const { x, y, width, height } = document.querySelector('article [role=switch]').getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
})()`;

type Notes = { first: number; tiles: number; all: number; live: number; press: number };
/** A global of the page, which `WATCH` defines. */
declare const notes: Notes;
type Visit = { url: string; record: string; tiles: number };

/**
 * Measures Home with 500 devices in a browser whose processor is slowed down: until the first tile is painted, until
 * all tiles exist, until the home is live, and from a press of a switch to the paint that shows it.
 */
export async function homePage(context: Context): Promise<Figure[]> {
  const { place, homes } = await context.prepared();
  await fillHome(place, homes);
  await using platform = await startPlatform(place);
  const { record, tiles } = await enter(platform.url, homes);
  await using browser = await startBrowser();
  const visits: Notes[] = [];
  for (let round = 0; round < context.pace.rounds; round += 1)
    visits.push(await visit(browser, { url: platform.url, record, tiles }));
  const figure = (name: string, of: keyof Notes, value: number): Figure => ({
    bench: BENCH,
    name,
    unit: 'ms',
    measured: median(visits.map((notes) => notes[of])),
    aim: { of: 'measured', is: 'at most', value },
  });
  return [
    figure(`the first of ${tiles} tiles, with the processor ${SLOWER} times slower`, 'first', 1_000),
    figure('all of them', 'all', 2_500),
    {
      bench: BENCH,
      name: 'until the home is live, against until all tiles are there',
      unit: 'ms',
      measured: median(visits.map(({ live }) => live)),
      baseline: median(visits.map(({ all }) => all)),
      ratio: median(visits.map(({ live, all }) => live / all)),
      aim: { of: 'ratio', is: 'at most', value: 1 },
    },
    figure('from a press of a switch to the next paint', 'press', 100),
  ];
}

async function fillHome(place: Place, { readers: [reader] }: Homes): Promise<void> {
  if (!reader) throw new Error('This home has no user.');
  await using server = await openServer(place);
  const { homes, tileGroups } = server.features;
  const rooms: string[] = [];
  for (let index = 0; index < ROOMS; index += 1)
    rooms.push((await tileGroups.create(reader.id, { label: `Room ${index + 1}` })).id);
  const { devices } = await loadDemoHome();
  for (let index = 0; index < DEVICES; index += 1) {
    const { template, name } = devices[index % devices.length] as (typeof devices)[number];
    const groupId = rooms[Math.floor((index * ROOMS) / DEVICES)];
    await homes.addDevice({ userId: reader.id, templateId: template, name, groupId });
  }
}

/** Signs in, and returns the token record that Home stores, with the number of tiles that it will show. */
async function enter(url: string, { clientId, password, readers: [reader] }: Homes) {
  const query = { response_type: 'password', scope: 'application,user', client_id: clientId, password };
  const asked = new URLSearchParams({ ...query, username: reader?.email ?? '' });
  const record = await read(await fetch(`${url}/v3/auth/authorize?${asked}`));
  const token = String((JSON.parse(record) as { access_token: unknown }).access_token);
  const headers = { Authorization: `Bearer ${token}` };
  const list = await read(await fetch(`${url}/v3/legacy/users/me/tiles`, { headers }));
  return { record, tiles: (JSON.parse(list) as { tiles: unknown[] }).tiles.length };
}

async function read(response: Response): Promise<string> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`);
  return text;
}

/** Opens Home with empty caches, waits for all tiles, and presses the first switch. */
async function visit(browser: TestBrowser, { url, record, tiles }: Visit): Promise<Notes> {
  const { page } = await browser.open({
    width: 390,
    height: 844,
    enter: async (context) => {
      await context.addInitScript(`localStorage.setItem('azulejo.token', ${JSON.stringify(record)})`);
    },
  });
  await page.addInitScript(WATCH);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(`${url}/home`);
  await page.waitForFunction((count) => notes.first > 0 && notes.tiles >= count && notes.live > 0, tiles);
  // A locator would look through all tiles in the page, which would be measured too.
  const { x, y } = await page.evaluate<{ x: number; y: number }>(WELL);
  await page.mouse.click(x, y);
  await page.waitForFunction(() => notes.press > 0);
  const noted = await page.evaluate(() => notes);
  await page.context().close();
  return noted;
}
