import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { PortalVisitor } from './portal.ts';

/** The folder to run the code in, where `@azulejo/sdk` is found. */
const FOLDER = fileURLToPath(new URL('..', import.meta.url));

export const languages = {
  curl: { command: 'sh', args: [] },
  JavaScript: {
    command: process.execPath,
    args: [
      '--conditions=azulejo-source',
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '-',
    ],
  },
  Python: { command: 'python3', args: ['-'] },
} as const;
export type Language = keyof typeof languages;

/** Returns the example code on the page of an application. */
export async function linesOf(page: Page, language: Language): Promise<string> {
  await page.getByRole('tab', { name: language }).click();
  return (await page.getByRole('region', { name: `lines for ${language}` }).textContent()) ?? '';
}

/** Runs the example code unchanged and returns its output. Throws when it fails. */
export async function runLines(
  language: Language,
  lines: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { command, args } = languages[language];
  const env = { PATH: process.env['PATH'], ...environment };
  const child = spawn(command, args, { cwd: FOLDER, env });
  child.stdin.end(lines);
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  assert.equal(code, 0, `${language} ended with ${code}: ${error}`);
  return out;
}

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not come to ${String(target)}.`);
}

/** Signs a browser in and allows it to read the clipboard. */
export const withClipboard =
  ({ enter }: PortalVisitor) =>
  async (context: BrowserContext): Promise<void> => {
    await enter(context);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  };

export const copied = (page: Page): Promise<string> => page.evaluate('navigator.clipboard.readText()');
