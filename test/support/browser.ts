import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver, type Page } from 'playwright-core';

/** A browser without a window. Disposing of it closes it. */
export type TestBrowser = AsyncDisposable & {
  /** A new page of a window so wide; what goes wrong on it is kept in `troubles`. */
  open(options?: {
    width?: number;
    colorScheme?: 'light' | 'dark';
  }): Promise<{ page: Page; troubles: string[] }>;
};

export async function startBrowser(): Promise<TestBrowser> {
  const browser: Browser = await driver.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args,
    headless: true,
  });
  return {
    async open({ width = 1024, colorScheme = 'light' } = {}) {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
      const troubles: string[] = [];
      page.on('pageerror', (error) => troubles.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') troubles.push(message.text());
      });
      return { page, troubles };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
