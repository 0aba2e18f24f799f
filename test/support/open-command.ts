import { setImmediate } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { TestPlatform } from './platform.ts';

/**
 * Resolves when the server has stored a write to the component as an open command. A page shows a write before
 * that, and a clock that is advanced too early gives the command a later deadline.
 */
export async function untilCommandOpen(
  { server }: Pick<TestPlatform, 'server'>,
  channelId: string,
  componentId = 'light-bulb',
): Promise<void> {
  const { commands } = server.features;
  while ((await commands.openOf([{ channelId, componentId }])).length === 0) await setImmediate();
}

/** How long a page has to show what followed from one second of the clock, and how many seconds it is given. */
const SHOWN_MS = 250;
const MAX_SECONDS = 120;

/**
 * Advances the clock by seconds until the page shows the element. One long advance is not enough where the server
 * looks for overdue commands at that moment: it looks again only when the clock has advanced.
 */
export async function advanceUntilShown(
  { clock }: Pick<TestPlatform, 'clock'>,
  shown: Locator,
): Promise<void> {
  for (let seconds = 0; seconds < MAX_SECONDS; seconds++) {
    clock.advance({ seconds: 1 });
    const isShown = await shown.waitFor({ timeout: SHOWN_MS }).then(
      () => true,
      () => false,
    );
    if (isShown) return;
  }
  await shown.waitFor();
}
