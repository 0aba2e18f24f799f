import type { ValueAddress } from '@azulejo/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Channels } from '../channels/index.ts';
import type { Commands } from '../commands/index.ts';
import { type Entry, keyOf } from './entries.ts';
import type { Planning } from './planning.ts';

/** How long the server that opened a command has for settling it itself, since only it can tell the writer. */
const LEFT_TO_OTHERS_MS = 1_000;
/** Commands of a server that ended are looked for so often. */
const LOOK_MS = 5_000;

type Dependencies = { clock: Clock; channels: Channels; commands: Commands };
type Due = { readonly id: string; readonly address: ValueAddress };

/** What nobody answered in time: finds the reads and commands whose time is over, as entries for the lane. */
export function createFindOverdue({ clock, channels, commands }: Dependencies, planning: Planning) {
  const { writers, waiting, reads } = planning;
  let looked = Number.NEGATIVE_INFINITY;

  /** The earliest deadline stands first. */
  function ownCommands(now: number): Due[] {
    const due: Due[] = [];
    for (const [id, { address, deadline }] of writers) {
      if (deadline > now) break;
      due.push({ id, address });
    }
    return due;
  }

  async function leftCommands(now: number): Promise<Due[]> {
    if (now - looked < LOOK_MS) return [];
    looked = now;
    const found = await commands.overdue(now - LEFT_TO_OTHERS_MS);
    return found.filter(({ id }) => !writers.has(id)).map(({ id, ...address }) => ({ id, address }));
  }

  async function entriesOf(channelId: string, due: readonly Due[]): Promise<Entry[]> {
    const channel = await channels.findParties(channelId);
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
    const now = clock.now();
    const entries = reads.due(now).map((read): Entry => ({ kind: 'late-read', ...read }));
    const due = [...ownCommands(now), ...(await leftCommands(now))];
    for (const [channelId, ofChannel] of Map.groupBy(due, ({ address }) => address.channelId))
      entries.push(...(await entriesOf(channelId, ofChannel)));
    return entries;
  };
}
