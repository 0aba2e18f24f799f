import { setImmediate } from 'node:timers/promises';
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
