import {
  advance,
  apply,
  type Decision,
  type DowntimeInput,
  nextDue,
  type WriteEnd,
} from '@azulejo/automations';
import type { AutomationChange, StoredEvent } from '../../telemetry/events/index.ts';
import type { AutomationHomes } from '../definitions/index.ts';
import { timersBefore, toInputs } from './inputs.ts';
import { automationsAfter } from './known-automations.ts';
import { type DeferredStep, earlierVersions, type LiveHome } from './live-home.ts';
import type { AutomationsInLog } from './read-models/automations-in-log.ts';
import type { createReadPresent } from './read-present.ts';
import { type GoneNews, goneAutomations, toRunningHome } from './running-home.ts';
import { createSending } from './send-steps.ts';

/** Limits the commands that one input or timer may cause. Further ones are refused. */
const MAX_COMMANDS_OF_INPUT = 2_000;
/** Beyond this many commands of one home, the rest is sent with the next batch, and so is that of one input. */
const MAX_COMMANDS = 200;
/** Decisions of one home that are stored together; the rest of its log is read by the next batch. */
const MAX_DECISIONS = 500;

type Dependencies = {
  readonly asOf: AutomationHomes['asOf'];
  readonly automationsInLog: (userId: string) => Promise<AutomationsInLog>;
  readonly readPresent: ReturnType<typeof createReadPresent>;
};

type Page = {
  readonly events: readonly StoredEvent[];
  /** The number up to which the page reads. */
  readonly to: number;
  /** The time until which timers fire after it; undefined when events follow that are not part of the page. */
  readonly until: number | undefined;
  readonly now: number;
};

/** The decisions of a home, and the writes and scenes that are not sent, by the reducer's name, with the reason. */
export type Decided = {
  readonly decisions: readonly Decision[];
  /** Those of the decisions whose commands are sent with a later batch, and those of earlier ones that are sent now. */
  readonly deferred: ReadonlySet<Decision>;
  readonly resumed: readonly DeferredStep[];
  /** Whether the home is another one now, or its time. */
  readonly isChanged: boolean;
  readonly unsent: ReadonlyMap<string, WriteEnd>;
  /** The writes that are sent later than the automation allows, because they undo an earlier step. */
  readonly late: ReadonlySet<string>;
  /** The automations that were removed. */
  readonly removed: readonly string[];
  /** The automations of which something that they name has gone since the last change of the home. */
  readonly gone: readonly GoneNews[];
};

/**
 * Sends what earlier batches left, then applies a page of a home's log with the timers that are due before each event,
 * and lets timers fire. It stops early when there is enough to store; the home's cursor says how far it came.
 */
export async function applyPage(dependencies: Dependencies, live: LiveHome, page: Page): Promise<Decided> {
  const collector = createCollector(live, page.now);
  if (!sendDeferred(live, collector)) return collector.result();
  for (const event of page.events) {
    // Timers fire one by one, so that a write that is not sent ends at its own time and not at the next event's.
    collector.setNow(Math.max(page.now, event.at));
    const { until, downtime } = timersBefore(event);
    fireTimers(live, until, collector, downtime);
    if (collector.isFull()) return collector.result();
    if (event.type === 'home') {
      await changeHome(dependencies, live, event, collector);
      live.cursor = event.n;
      // The following events are read again: the changed home may name other properties.
      if (event.n < page.to) return collector.result();
      continue;
    }
    if (event.type === 'clock') collector.noteChange();
    for (const input of toInputs(event, live.remembered.home))
      collector.add(apply(live.compiled.home, live.remembered.home, input));
    live.cursor = event.n;
  }
  live.cursor = page.to;
  collector.setNow(page.now);
  if (page.until !== undefined) fireTimers(live, page.until, collector);
  return collector.result();
}

/** Sends steps of earlier batches, the first ones first. Returns whether these were all. */
function sendDeferred({ remembered }: LiveHome, collector: Collector): boolean {
  const { deferred = [] } = remembered;
  let count = 0;
  for (; count < deferred.length && !collector.isFull(); count += 1) {
    const step = deferred[count];
    if (step) collector.resume(step);
  }
  remembered.deferred = deferred.slice(count);
  return remembered.deferred.length === 0;
}

/** Loads a home again whose events were deleted before they were read. The missed events start nothing. */
export async function resync(dependencies: Dependencies, live: LiveHome, now: number): Promise<Decided> {
  const collector = createCollector(live, now);
  const { automations, last } = await dependencies.automationsInLog(live.userId);
  live.remembered.home.values = {};
  live.remembered.automations = automations;
  await changeHome(dependencies, live, { n: last, at: now }, collector);
  live.cursor = last;
  return collector.result();
}

/**
 * Applies a change of the home. Its automations are those that the log has up to the event, however late that is read.
 * The rest, such as devices and rooms, is as it is now: the events after it change nothing more.
 */
async function changeHome(
  { asOf, automationsInLog, readPresent }: Dependencies,
  live: LiveHome,
  { n, at, data = null }: Pick<StoredEvent, 'n' | 'at'> & { data?: string | null },
  collector: Collector,
): Promise<void> {
  const { remembered, userId } = live;
  const { automations: before, home } = remembered;
  const change = data === null ? undefined : (JSON.parse(data) as AutomationChange);
  const known = before ?? (await automationsInLog(userId)).automations;
  const automations = before && change ? automationsAfter(before, change) : known;
  remembered.automations = automations;
  const compiled = await asOf(userId, automations, earlierVersions(home, automations));
  if (compiled) {
    live.compiled = toRunningHome(compiled);
    live.revision = compiled.revision;
  }
  collector.noteGone(newlyGone(live));
  const values = await readPresent(live.compiled, { userId, n, known: home.values });
  collector.noteChange(change);
  collector.add(apply(live.compiled.home, home, { type: 'home', n, at, values }));
}

function newlyGone({ compiled, remembered }: LiveHome): GoneNews[] {
  const known = new Set(remembered.gone ?? goneAutomations(compiled));
  remembered.gone = goneAutomations(compiled);
  return compiled.automations.flatMap(({ id, gone }) =>
    gone && !known.has(id) ? [{ automation: id, ...gone }] : [],
  );
}

/** Fires timers one by one, because a short interval may be due a million times. */
function fireTimers(
  { compiled, remembered: { home } }: LiveHome,
  until: number,
  collector: Collector,
  downtime?: DowntimeInput,
): void {
  for (let due = nextDue(home); due !== undefined && due <= until; due = nextDue(home)) {
    if (collector.isFull()) return;
    collector.add(advance(compiled.home, home, due, downtime));
  }
}

type Collector = ReturnType<typeof createCollector>;

/**
 * Collects decisions. A write that is too late, or one of too many, is not sent: its end follows immediately, and
 * with it what the run does then. Steps beyond what is sent at once are deferred, and all that follow them.
 */
function createCollector(live: LiveHome, present: number) {
  const decisions: Decision[] = [];
  const deferred = new Set<Decision>();
  const resumed: DeferredStep[] = [];
  const removed: string[] = [];
  const gone: GoneNews[] = [];
  let isChanged = false;
  const sending = createSending(live, present);

  /** Adds the decisions of one input or timer. */
  function add(more: readonly Decision[]): void {
    const queue = [...more];
    const before = sending.commands();
    let caused = 0;
    for (let decision = queue.shift(); decision; decision = queue.shift()) {
      decisions.push(decision);
      if (decision.type !== 'step-decided') continue;
      const count = sending.countOf(decision);
      caused += count;
      if (caused > MAX_COMMANDS_OF_INPUT) queue.push(...sending.send(decision, 'refused'));
      else if (count > 0 && (deferred.size > 0 || sending.commands() - before + count > MAX_COMMANDS))
        deferred.add(decision);
      else queue.push(...sending.send(decision));
    }
  }

  return {
    add,
    /** Sends a step that was deferred. */
    resume(step: DeferredStep): void {
      resumed.push(step);
      add(sending.send(step.decision));
    },
    setNow: sending.setNow,
    noteChange: (change?: AutomationChange) => {
      isChanged = true;
      if (change && 'removed' in change) removed.push(change.removed);
    },
    noteGone: (news: readonly GoneNews[]): void => void gone.push(...news),
    isFull: () =>
      deferred.size > 0 || decisions.length >= MAX_DECISIONS || sending.commands() >= MAX_COMMANDS,
    result: (): Decided => ({
      decisions,
      deferred,
      resumed,
      unsent: sending.unsent,
      late: sending.late,
      removed,
      gone,
      isChanged,
    }),
  };
}
