import assert from 'node:assert/strict';
import type { TokenRecord } from '@azulejo/contract';
import type { Page } from 'playwright-core';
import { homeOf } from './arranging-scene.ts';
import { findBarriers, type OpenedPage, type OpenOptions, startBrowser, viewports } from './browser.ts';
import { newPerson, type Person, personToken } from './people.ts';
import type { TestPlatformOptions } from './platform.ts';
import type { Stage } from './scene.ts';

/** Opens Home's pages in a browser, for users with a home. */
export async function setUpHomePages(stage: Stage, options: Omit<TestPlatformOptions, 'place'> = {}) {
  const platform = await stage.start(options);
  const browser = stage.use(await startBrowser());
  const { id: clientId } = await platform.server.features.homeApplication.get();
  const application = { clientId, secret: '' };

  /** Returns a function that signs a window in as the person, once: after a sign-out it stays signed out. */
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
    /** Opens a page of Home, signed in as the person if one is given. */
    async open(path: string, person?: Person, viewport: OpenOptions = {}): Promise<OpenedPage> {
      const opened = await browser.open(viewport);
      if (person) await (await enterAs(person))(opened.page);
      await opened.page.goto(`${platform.url}${path}`);
      return opened;
    },
  };
}

type Viewport = { readonly width: number; readonly colorScheme: 'light' | 'dark' };

export type HomePages = Awaited<ReturnType<typeof setUpHomePages>>;

/** Asserts that the page has no accessibility problems and is no wider than the window. */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  assert.deepEqual(await findBarriers(page), [], name);
  const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(Number(beyond) <= 0, `${name}: ${beyond} px beyond the edge`);
}

/**
 * Asserts that the page has no accessibility problems and is no wider than the window, in each width and colour scheme:
 * going through the steps that lead to it once is enough.
 */
export async function assertAccessibleOnAll(page: Page, name: string, all: readonly Viewport[] = viewports) {
  for (const { width, colorScheme } of all) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await assertAccessible(page, `${name}, ${width} px wide, ${colorScheme}`);
  }
}

/** Returns the problems of a page without the responses that a test expects. */
export const unexpected = (pageErrors: readonly string[], ...statuses: readonly number[]): string[] =>
  pageErrors.filter((pageError) => !statuses.some((status) => pageError.includes(`status of ${status} `)));
