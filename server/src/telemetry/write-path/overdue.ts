import type { ValueAddress } from '@azulejo/contract';
import type { Channels } from '../../devices/channels/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Commands } from '../commands/index.ts';
import { type Entry, keyOf } from './entries.ts';
import type { PlanContext } from './plan-context.ts';

/** Grace time for the server that opened a command, because only that server can notify the requester. */
const LEFT_TO_OTHERS_MS = 1_000;
/** How often overdue commands of servers that stopped are looked for. */
const CHECK_INTERVAL_MS = 5_000;

type Dependencies = { clock: Clock; channels: Channels; commands: Commands };
type Due = { readonly id: string; readonly address: ValueAddress };

/**
 * Finds reads and commands whose deadline has passed, as entries for the batcher.
 * 1. Reads that this process forwarded.
 * 2. Commands that this process opened, by monotonic time, and those whose owner has left and does not come back.
 * 3. Every `CHECK_INTERVAL_MS`, commands of other servers that are still open in the database.
 */
export function createFindOverdue({ clock, channels, commands }: Dependencies, context: PlanContext) {
  const { connectedClients, writers, waiting, reads } = context;
  let looked = Number.NEGATIVE_INFINITY;

  function ownCommands(tick: number): Due[] {
    const found: Due[] = [];
    for (const [id, { address, ownerId, due }] of writers) {
      const hasLeft = ownerId !== undefined && !connectedClients.isExpected(ownerId);
      if (due <= tick || hasLeft) found.push({ id, address });
    }
    return found;
  }

  async function leftCommands(tick: number): Promise<Due[]> {
    if (tick - looked < CHECK_INTERVAL_MS) return [];
    looked = tick;
    const found = await commands.overdue(clock.now() - LEFT_TO_OTHERS_MS);
    return found.filter(({ id }) => !writers.has(id)).map(({ id, ...address }) => ({ id, address }));
  }

  async function entriesOf(channelId: string, due: readonly Due[]): Promise<Entry[]> {
    const channel = await channels.findChannelAccess(channelId);
    if (channel)
      return due.map(({ id, address }) => {
        return { kind: 'overdue', address, key: keyOf(address), channel, commandId: id };
      });
    // The channel was deleted, and its commands with it.
    for (const { id } of due) {
      writers.delete(id);
      waiting.settled(id);
    }
    return [];
  }

  return async (): Promise<Entry[]> => {
    const tick = clock.monotonic();
    const entries = reads.due(tick).map((read): Entry => ({ kind: 'late-read', ...read }));
    const due = [...ownCommands(tick), ...(await leftCommands(tick))];
    for (const [channelId, ofChannel] of Map.groupBy(due, ({ address }) => address.channelId))
      entries.push(...(await entriesOf(channelId, ofChannel)));
    return entries;
  };
}
