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
  /** Whether pages may install their service worker; in tests they may not, unless they are about it. */
  serviceWorkers?: 'allow' | 'block';
  /** Prepares the window before the page is opened, for instance with a cookie. */
  enter?: (context: BrowserContext) => Promise<void>;
};

/** The widths and colour schemes in which pages are tested; `npm run screenshots` checks all four pairs. */
export const viewports = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

/** A page with its problems: errors that it throws or logs, and requests to another origin. */
export type OpenedPage = { page: Page; pageErrors: string[] };

/** A headless browser. Disposing of it closes its pages. */
export type TestBrowser = AsyncDisposable & {
  /** Opens a new page in a window of its own. */
  open(options?: OpenOptions): Promise<OpenedPage>;
};

/**
 * The tests' own flags instead of those that the browser comes with: those run it in one process, though tests close
 * pages and go on; emulate a graphics card on the processor, though no page uses WebGL; and turn off the same-origin
 * policy, which pages must obey. The network service shares the browser's process, because crossing to another for
 * each response takes a tenth of a test's processor time.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--font-render-hinting=none',
  '--enable-features=NetworkServiceInProcess2',
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
  // An open page continues to receive and draw values, which takes a quarter of the processor time of such
  // tests.
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
  const executablePath = await findBrowser();
  return driver.launch({ executablePath, args: FLAGS, headless: true }).catch((error: unknown) => {
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
      // Installing it means loading all files of Home once more: a quarter of the processor time of such tests.
      serviceWorkers = isTest ? 'block' : 'allow',
      enter,
    } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        hasTouch,
        reducedMotion: 'reduce',
        // Without a locale, a machine whose locale is C gives pages a language that Intl rejects.
        locale,
        serviceWorkers,
      });
      contexts.push(context);
      ofTest?.push(context);
      await enter?.(context);
      const page = await context.newPage();
      const pageErrors: string[] = [];
      page.on('pageerror', (error) => pageErrors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') pageErrors.push(message.text());
      });
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        const home = URL.parse(page.url())?.origin;
        const isForeign = /^(http|ws)s?:$/.test(protocol) && home !== undefined && home !== 'null';
        if (isForeign && origin.replace(/^ws/, 'http') !== home) pageErrors.push(`asked ${request.url()}`);
      });
      return { page, pageErrors };
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
 * Returns axe for a page. Its legacy mode needs no second page to gather what frames of other origins hold, which no
 * page of ours has; and it fetches no style sheets, which the policy of some pages forbids.
 */
export const axeOf = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ preload: false });

/** Returns the violations of WCAG 2.2 AA that axe finds on the current page, with the rule and the element. */
export async function findBarriers(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await axeOf(page).withTags(tags).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`),
  );
}
