import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unitsTable } from '@azulejo/units';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import type { TestBrowser } from '../../support/browser.ts';
import { type Dialect, dialects, IOS_FETCH_ADDRESS, type Requested } from './bridges.ts';

export type Published = {
  io: 'r' | 'w';
  channel: string;
  component: string;
  property: string;
  data?: unknown;
};

/** A message of the platform, with the address that the app adds. */
export type PlatformMessage = {
  io: string;
  channel: string;
  component: string;
  property: string;
  data?: unknown;
  stale?: boolean;
};

export type HarnessOptions = {
  dialect: Dialect;
  options: object;
  width?: number;
  colorScheme?: 'light' | 'dark';
  /** Whether the app answers with its units table. */
  hasUnits?: boolean;
  /** Handles a message that the page published. */
  onPublish?: (message: Published, harness: Harness) => unknown;
  /** Whether the test controls time, with `page.clock`. */
  isTimed?: boolean;
};

/** A device page in an app. */
export type Harness = {
  page: Page;
  /** The messages that the page published, in order. */
  published: Published[];
  subscribed: string[];
  /** How often the bridge reported to the app that it is ready. */
  readyCount: number;
  /** How often the script of the iOS app asked the app to fetch its messages. */
  fetchCount: number;
  /** Errors of the page, and requests to any network. */
  pageErrors: string[];
  /** Sends a message of the platform to the page, as the app passes it on. */
  send(message: PlatformMessage): Promise<void>;
};

/** Unpacks an archive into its own folder, as the apps store it. */
export async function unpack(archive: Buffer): Promise<AsyncDisposable & { url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-page-'));
  const files = unzipSync(archive);
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  const meta = JSON.parse(Buffer.from(files['interface-meta.json'] ?? []).toString()) as { main: string };
  return {
    url: pathToFileURL(join(folder, meta.main)).href,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Opens the page at `url`, a file, and injects the bridge of an app once it is loaded. */
export async function openPage(browser: TestBrowser, url: string, given: HarnessOptions): Promise<Harness> {
  const { dialect, width, colorScheme, hasUnits = true, onPublish } = given;
  const { page, pageErrors } = await browser.open({
    ...(width === undefined ? {} : { width }),
    ...(colorScheme === undefined ? {} : { colorScheme }),
  });
  const { inject, answer, deliver } = dialects[dialect];
  const harness: Harness = {
    page,
    published: [],
    subscribed: [],
    readyCount: 0,
    fetchCount: 0,
    pageErrors,
    send: async (message) => {
      await page.evaluate(deliver({ a: 'publish', h: { ch: message.channel }, d: message }));
    },
  };
  page.on('request', (request) => {
    if (dialect === 'ios' && request.url() === IOS_FETCH_ADDRESS) harness.fetchCount += 1;
    else if (!request.url().startsWith('file:')) pageErrors.push(`asked for ${request.url()}`);
  });
  const acts: Record<string, (requested: Requested) => unknown> = {
    publish: ({ data }) => {
      const message = data.d as Published;
      harness.published.push(message);
      return onPublish?.(message, harness);
    },
    subscribe: ({ data }) => harness.subscribed.push((data.d as { channel: string }).channel),
    getUnitsSpec: (requested) => hasUnits && page.evaluate(answer(requested, { s: true, d: unitsTable })),
    bridgeReady: () => {
      harness.readyCount += 1;
    },
  };
  await page.exposeFunction('receivedByApp', async (text: string) => {
    const requested = JSON.parse(text) as Requested;
    const act = acts[requested.data.a];
    if (act) await act(requested);
    else pageErrors.push(`the app knows no ${requested.data.a}`);
  });
  if (given.isTimed) await page.clock.install();
  await page.goto(url);
  await page.evaluate(inject(given.options));
  return harness;
}
