import assert from 'node:assert/strict';
import type { TokenRecord } from '@azulejo/contract';
import type { Page } from 'playwright-core';
import { homeOf } from './arranging-scene.ts';
import { findBarriers, type OpenedPage, type OpenOptions, startBrowser } from './browser.ts';
import { newPerson, type Person, personToken } from './people.ts';
import type { TestPlatformOptions } from './platform.ts';
import type { Stage } from './scene.ts';

/** Both widths and both schemes that every page is looked at in; `npm run screenshots` asks of all four pairs. */
export const looks = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

/** Home's pages in a browser, and people who have a home. */
export async function setUpHomePages(stage: Stage, options: Omit<TestPlatformOptions, 'place'> = {}) {
  const platform = await stage.start(options);
  const browser = stage.use(await startBrowser());
  const { id: clientId } = await platform.server.features.homeApplication.get();
  const application = { clientId, secret: '' };

  /** Lets a window in as the person, once: who signs out there stays out. */
  const enterAs = async (person: Person) => {
    const record: TokenRecord = await personToken(platform, application, person);
    return (page: Page) =>
      page.addInitScript((token) => {
        if (sessionStorage.getItem('test-entered')) return;
        sessionStorage.setItem('test-entered', 'yes');
        localStorage.setItem('azulejo.token', token);
      }, JSON.stringify(record));
  };

  return {
    platform,
    application,
    browser,
    newHome: async (name?: string) => homeOf(platform, await newPerson(platform, application, name)),
    /** A page of Home; signed in as the person, where there is one. */
    async open(path: string, person?: Person, look: OpenOptions = {}): Promise<OpenedPage> {
      const opened = await browser.open(look);
      if (person) await (await enterAs(person))(opened.page);
      await opened.page.goto(`${platform.url}${path}`);
      return opened;
    },
  };
}

export type HomePages = Awaited<ReturnType<typeof setUpHomePages>>;

/** Nothing that bars anybody, nothing wider than the window. */
export async function assertSound(page: Page, name: string): Promise<void> {
  assert.deepEqual(await findBarriers(page), [], name);
  const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(Number(beyond) <= 0, `${name}: ${beyond} px beyond the edge`);
}

/** Troubles, without the answers that a case asks for. */
export const unexpected = (troubles: readonly string[], ...statuses: readonly number[]): string[] =>
  troubles.filter((trouble) => !statuses.some((status) => trouble.includes(`status of ${status} `)));
