import type { StampedMessage } from '../../core/domain-events/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Commands } from '../commands/index.ts';
import { keyOf } from './entries.ts';
import type { PlanContext } from './plan-context.ts';
import { errorOf } from './settle.ts';

/** How often the commands of this process are looked up that another server may have settled. */
const CHECK_MS = 1_000;
/** The oldest ones that are looked up at a time. */
const MAX_CHECKED = 1_000;

type Dependencies = { clock: Clock; commands: Pick<Commands, 'findMany'> };

/** Follows reads and commands whose requester and owner are connected to different servers. */
export function followOtherServers({ clock, commands }: Dependencies, context: PlanContext) {
  const { bus, reads, waiting, writers } = context;
  let checked = Number.NEGATIVE_INFINITY;

  function settled(id: string, message: StampedMessage | undefined): void {
    const writer = writers.get(id);
    if (!writer) return;
    writers.delete(id);
    waiting.settled(id);
    const { actor: to, address } = writer;
    if (message && to.session !== undefined) bus.emit('replySent', { to, address, message });
  }

  bus.on('valueReportedElsewhere', ({ address, timestamp }) => reads.answered(keyOf(address), timestamp));
  bus.on('readRequestedElsewhere', ({ address, answerMs }) =>
    reads.expect(keyOf(address), address, clock.monotonic() + answerMs),
  );
  bus.on('commandSettledElsewhere', ({ id, message }) => settled(id, message));

  return {
    /** Finds the commands whose settlement was not told. */
    async check(): Promise<void> {
      if (clock.monotonic() - checked < CHECK_MS) return;
      checked = clock.monotonic();
      const opened = [...writers].filter(([, { isElsewhere }]) => isElsewhere).slice(0, MAX_CHECKED);
      const found = await commands.findMany(opened.map(([id]) => id));
      const commandOf = new Map(found.map((command) => [command.id, command]));
      for (const [id] of opened) {
        const { state = 'done', reason } = commandOf.get(id) ?? {};
        if (state === 'open') continue;
        // One that is not there any more was deleted with its channel.
        const isDone = state === 'done' || state === 'answered';
        const error = isDone ? undefined : errorOf(state, reason);
        settled(id, error && { io: 'e', error, timestamp: clock.now() });
      }
    },
  };
}
