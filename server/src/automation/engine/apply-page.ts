import {
  advance,
  apply,
  type Decision,
  type DowntimeInput,
  nextDue,
  type WriteEnd,
} from '@azulejo/automations';
import type { AutomationChange, StoredEvent } from '../../telemetry/events/index.ts';
import type { AutomationHomes, KnownAutomation } from '../definitions/index.ts';
import { timersBefore, toInputs } from './inputs.ts';
import { type DeferredStep, earlierVersions, type LiveHome, type StepDecided } from './live-home.ts';
import type { AutomationsInLog } from './read-models/automations-in-log.ts';
import type { createReadPresent } from './read-present.ts';
import { stepNameOf } from './run-ids.ts';
import { type GoneNews, goneAutomations, toRunningHome } from './running-home.ts';

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

/** Returns the automations of a home after a change that its log has, in their order. */
function automationsAfter(
  automations: readonly KnownAutomation[],
  change: AutomationChange,
): readonly KnownAutomation[] {
  if ('removed' in change) return automations.filter(({ id }) => id !== change.removed);
  if ('order' in change) return reordered(automations, change.order);
  const { automation: id, enabled: isEnabled } = change;
  const before = automations.find((each) => each.id === id);
  const version = change.version ?? before?.version;
  if (version === undefined) return automations;
  const after = { id, version, isEnabled };
  return before ? automations.map((each) => (each === before ? after : each)) : [...automations, after];
}

function reordered(automations: readonly KnownAutomation[], order: readonly string[]): KnownAutomation[] {
  const byId = new Map(automations.map((each) => [each.id, each]));
  return [...new Set([...order, ...byId.keys()])].flatMap((id) => byId.get(id) ?? []);
}

/**
 * Sends the writes and scenes of a home's steps. What is too late, or refused, is not sent: its end follows
 * immediately, and with it what the run does then.
 *
 * @param present the time as of which what is decided may be late
 */
function createSending(live: LiveHome, present: number) {
  const { home: state } = live.remembered;
  const unsent = new Map<string, WriteEnd>();
  const late = new Set<string>();
  let now = present;
  let commands = 0;

  /** Returns how many commands a step causes. */
  function countOf({ action }: StepDecided): number {
    if (action.type === 'scene') return live.compiled.scenes.get(action.scene)?.length ?? 0;
    return action.type === 'set' ? action.writes.length : 0;
  }

  /** Ends a write that is not sent, and returns what its run does then. */
  function end(command: string, how: WriteEnd): readonly Decision[] {
    unsent.set(command, how);
    const { n, at } = state;
    return apply(live.compiled.home, state, { type: 'command', n, at, command, state: how });
  }

  return {
    unsent,
    late,
    countOf,
    commands: () => commands,
    /** After a jump of the clock, an event has the new time first. */
    setNow: (at: number): void => {
      now = at;
    },
    /** Sends what a step decided, as far as it is not too late or `refused`. Returns what its run does then. */
    send(decision: StepDecided, refused?: 'refused'): readonly Decision[] {
      const { action, at } = decision;
      if (action.type !== 'set' && action.type !== 'scene') return [];
      const isLate = action.latestMs !== null && now - at > action.latestMs;
      const ended = isLate ? 'too-late' : refused;
      if (action.type === 'scene') {
        // A scene is played as a whole or not at all.
        if (ended === undefined) commands += countOf(decision);
        else unsent.set(stepNameOf(decision), ended);
        return [];
      }
      return action.writes.flatMap(({ command, isEnd }) => {
        if (isEnd && isLate) late.add(command);
        const how = isEnd ? refused : ended;
        if (how !== undefined) return end(command, how);
        commands += 1;
        return [];
      });
    },
  };
}
