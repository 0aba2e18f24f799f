import { advance, apply, type Decision, type HomeState, nextDue, type WriteEnd } from '@azulejo/agents';
import type { StoredEvent } from '../../state/events/index.ts';
import type { CompiledHome } from '../agents/index.ts';
import { toInputs } from './inputs.ts';
import { earlierVersions, type LiveHome } from './live-home.ts';
import type { createReadPresent } from './read-present.ts';
import { toRunningHome } from './running-home.ts';

/** Commands of one home that are stored together. Those of one input beyond this are refused. */
const MAX_COMMANDS = 200;
/** Decisions of one home that are stored together; the rest of its log is read by the next round. */
const MAX_DECISIONS = 500;

type Dependencies = {
  readonly homeOf: (
    userId: string,
    earlier: ReturnType<typeof earlierVersions>,
  ) => Promise<CompiledHome | undefined>;
  readonly readPresent: ReturnType<typeof createReadPresent>;
};

type Page = {
  readonly events: readonly StoredEvent[];
  /** The number up to which the page reads. */
  readonly to: number;
  /** Until when timers fire after it; undefined when events follow that are not part of the page. */
  readonly until: number | undefined;
  readonly now: number;
};

/** The decisions of a home, and the writes that are not sent, by the reducer's name, with the reason. */
export type Decided = {
  readonly decisions: readonly Decision[];
  /** Whether the home is another one now. */
  readonly isChanged: boolean;
  readonly unsent: ReadonlyMap<string, WriteEnd>;
};

/**
 * Applies a page of a home's log with the timers that are due before each event, then lets timers fire. It stops
 * early when there is enough to store; the home's cursor says how far it came.
 */
export async function applyPage(dependencies: Dependencies, live: LiveHome, page: Page): Promise<Decided> {
  const collector = createCollector(live, page.now);
  for (const event of page.events) {
    // Timers fire one by one, so that a write that is not sent ends at its own time and not at the next event's.
    if (event.type !== 'downtime') fireTimers(live, event.at, collector);
    if (collector.isFull()) return collector.result();
    if (event.type === 'home') {
      await changeHome(dependencies, live, event, collector);
      live.cursor = event.n;
      // What follows is read again: the changed home may name other properties.
      if (event.n < page.to) return collector.result();
      continue;
    }
    for (const input of toInputs(event, live.remembered.home))
      collector.add(apply(live.compiled.home, live.remembered.home, input));
    live.cursor = event.n;
  }
  live.cursor = page.to;
  if (page.until !== undefined) fireTimers(live, page.until, collector);
  return collector.result();
}

/** Events were deleted before they were read: values are read again, and the missed events start nothing. */
export async function resync(
  dependencies: Dependencies,
  live: LiveHome,
  { last, now }: { last: number; now: number },
): Promise<Decided> {
  const collector = createCollector(live, now);
  live.remembered.home.values = {};
  await changeHome(dependencies, live, { n: last, at: now }, collector);
  live.cursor = last;
  return collector.result();
}

/** Takes over the home as it is now, which may be later than the event: the events after it change nothing more. */
async function changeHome(
  { homeOf, readPresent }: Dependencies,
  live: LiveHome,
  { n, at }: Pick<StoredEvent, 'n' | 'at'>,
  collector: Collector,
): Promise<void> {
  const { remembered, userId } = live;
  const present = await homeOf(userId, []);
  const earlier = present && earlierVersions(remembered, present);
  const compiled = earlier && earlier.length > 0 ? await homeOf(userId, earlier) : present;
  if (compiled) {
    live.compiled = toRunningHome(compiled);
    live.revision = compiled.revision;
  }
  const values = await readPresent(live.compiled, remembered.home.values);
  collector.noteChange();
  collector.add(apply(live.compiled.home, remembered.home, { type: 'home', n, at, values }));
}

/** Fires timers one by one, because a short interval may be due a million times. */
function fireTimers({ compiled, remembered: { home } }: LiveHome, until: number, collector: Collector): void {
  for (let due = nextDue(home); due !== undefined && due <= until; due = nextDue(home)) {
    if (collector.isFull()) return;
    collector.add(advance(compiled.home, home, due));
  }
}

type Collector = ReturnType<typeof createCollector>;

/**
 * Collects decisions. A write that is too late, or one of too many, is not sent: its end follows at once, and with it
 * what the run does then.
 */
function createCollector({ compiled: { home }, remembered }: LiveHome, now: number) {
  const decisions: Decision[] = [];
  const unsent = new Map<string, WriteEnd>();
  let isChanged = false;
  const state: HomeState = remembered.home;
  let commands = 0;

  function endOf(decision: Extract<Decision, { type: 'step-decided' }>): WriteEnd | undefined {
    if (decision.action.type !== 'set') return undefined;
    const { latestMs } = decision.action;
    if (latestMs !== null && now - decision.at > latestMs) return 'too-late';
    return commands >= MAX_COMMANDS ? 'refused' : undefined;
  }

  function add(more: readonly Decision[]): void {
    const queue = [...more];
    for (let decision = queue.shift(); decision; decision = queue.shift()) {
      decisions.push(decision);
      if (decision.type !== 'step-decided' || decision.action.type !== 'set') continue;
      for (const { command } of decision.action.writes) {
        const end = endOf(decision);
        if (end === undefined) commands += 1;
        else {
          unsent.set(command, end);
          queue.push(
            ...apply(home, state, { type: 'command', n: state.n, at: state.at, command, state: end }),
          );
        }
      }
    }
  }

  return {
    add,
    noteChange: () => {
      isChanged = true;
    },
    isFull: () => decisions.length >= MAX_DECISIONS || commands >= MAX_COMMANDS,
    result: (): Decided => ({ decisions, unsent, isChanged }),
  };
}
