import { after, afterEach, beforeEach } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium as driver, type Page } from 'playwright-core';
import { findBrowser } from './extra-packages.ts';

export type OpenOptions = {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  /** Whether the window has a touch screen, as on a phone. */
  hasTouch?: boolean;
  /** The language of the browser; `en-GB` by default. */
  locale?: string;
  /** Prepares the window before the page is opened, for instance with a cookie. */
  enter?: (context: BrowserContext) => Promise<void>;
};

/** A page with its problems: errors that it throws or logs, and requests to another origin. */
export type OpenedPage = { page: Page; troubles: string[] };

/** A headless browser. Disposing of it closes its pages. */
export type TestBrowser = AsyncDisposable & {
  /** Opens a new page in a window of its own. */
  open(options?: OpenOptions): Promise<OpenedPage>;
};

/**
 * Flags of the preset that tests do without: it runs in one process, while workers need several, and so do
 * tests that close a page and continue; and it emulates a graphics card on the processor, which takes a quarter
 * of a test's processor time, though no page uses WebGL.
 */
const WITHOUT = [
  '--single-process',
  '--no-zygote',
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];
const ATTEMPTS = 3;

/**
 * The browser of this process. Suites share it, each page in a window of its own: its start takes two seconds of
 * processor time.
 */
let shared: Promise<Browser> | undefined;

/** The windows that the test that runs now has opened; undefined between tests. */
let ofTest: BrowserContext[] | undefined;

/** In a test's process the browser lives until the last suite has ended; elsewhere until it is disposed of. */
const isTest = process.env['NODE_TEST_CONTEXT'] !== undefined;

if (isTest) {
  after(closeBrowser);
  // An open page goes on receiving values and drawing them: a quarter of the processor time of such tests.
  beforeEach(() => {
    ofTest = [];
  });
  afterEach(async () => {
    const contexts = ofTest ?? [];
    ofTest = undefined;
    await closeAll(contexts);
  });
}

async function closeBrowser(): Promise<void> {
  const browser = await shared;
  shared = undefined;
  await browser?.close();
}

/** Starts the browser, with retries because one in some hundred starts of this build ends at once. */
async function launch(attempt = 1): Promise<Browser> {
  const browser = await findBrowser();
  const args = [...browser.args.filter((arg) => !WITHOUT.includes(arg)), '--disable-gpu'];
  return driver
    .launch({ executablePath: browser.executablePath, args, headless: true })
    .catch((error: unknown) => {
      if (attempt === ATTEMPTS) throw error;
      return launch(attempt + 1);
    });
}

/**
 * Returns the browser of this process, started by the first call. A page is closed after the test that opened it;
 * disposing closes the others.
 */
export async function startBrowser(): Promise<TestBrowser> {
  shared ??= launch();
  const browser = await shared;
  const contexts: BrowserContext[] = [];
  return {
    async open({
      width = 1024,
      height = 800,
      colorScheme = 'light',
      hasTouch = false,
      locale = 'en-GB',
      enter,
    } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        hasTouch,
        reducedMotion: 'reduce',
        // Without a locale, a machine whose locale is C gives pages a language that Intl rejects.
        locale,
      });
      contexts.push(context);
      ofTest?.push(context);
      await enter?.(context);
      const page = await context.newPage();
      const troubles: string[] = [];
      page.on('pageerror', (error) => troubles.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') troubles.push(message.text());
      });
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        const home = URL.parse(page.url())?.origin;
        const isForeign = /^(http|ws)s?:$/.test(protocol) && home !== undefined && home !== 'null';
        if (isForeign && origin.replace(/^ws/, 'http') !== home) troubles.push(`asked ${request.url()}`);
      });
      return { page, troubles };
    },
    async [Symbol.asyncDispose]() {
      await closeAll(contexts);
      if (!isTest) await closeBrowser();
    },
  };
}

const closeAll = async (contexts: readonly BrowserContext[]): Promise<void> => {
  await Promise.all(contexts.map((context) => context.close()));
};

/**
 * Returns the violations of WCAG 2.2 AA that axe finds on the current page, with the rule and the element.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`),
  );
}
