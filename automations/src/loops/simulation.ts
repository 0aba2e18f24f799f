import {
  type AbstractHome,
  canBeTrue,
  judgeIn,
  type PlacedAutomation,
  type PlacedTrigger,
} from './abstract-home.ts';
import type { LoopStep } from './types.ts';

export type Write = { readonly property: number; readonly value: unknown; readonly region: number };
type Cause = { readonly write: Write; readonly from: Beginning };

/** An automation that began, and what made it begin; nothing if it was started from outside. */
export type Beginning = {
  readonly automation: PlacedAutomation;
  readonly at: number;
  readonly by: Cause | undefined;
  /** Id of the trigger; absent if it was started from outside. */
  readonly trigger: string | undefined;
};

/** A run after a wait, or a trigger that must stay true until then. */
type Waiting =
  | { readonly run: { readonly beginning: Beginning; readonly next: number } }
  | {
      readonly trigger: PlacedTrigger;
      readonly automation: PlacedAutomation;
      readonly by: Cause | undefined;
    };
export type Due = Waiting & { readonly at: number; readonly order: number };

/** A home while it runs. */
export type Simulation = {
  readonly home: AbstractHome;
  readonly values: number[];
  readonly truths: boolean[];
  /** The writes that are not applied yet, the oldest first. */
  readonly events: { readonly write: Write; readonly from: Beginning | undefined }[];
  waiting: readonly Due[];
  /** The runs that wait for the previous one, by automation. */
  readonly queued: Map<string, readonly Beginning[]>;
  now: number;
  order: number;
  /** The automation that began last. */
  last: Beginning | undefined;
};

/** The maximum number of queued or parallel runs of one automation. */
const MAX_RUNS = 10;

const isRunOf = (due: Due, id: string) => 'run' in due && due.run.beginning.automation.id === id;

function wait(simulation: Simulation, waiting: Waiting, ms: number): void {
  simulation.order += 1;
  simulation.waiting = [
    ...simulation.waiting,
    { ...waiting, at: simulation.now + ms, order: simulation.order },
  ];
}

/** Begins an automation if its conditions can be true and its mode lets it. */
export function begin(
  simulation: Simulation,
  automation: PlacedAutomation,
  by: Cause | undefined,
  trigger?: PlacedTrigger,
): void {
  if (!canBeTrue(simulation.home, automation.onlyIf, simulation.values)) return;
  const beginning = { automation, at: simulation.now, by, trigger: trigger?.id };
  const running = simulation.waiting.filter((due) => isRunOf(due, automation.id)).length;
  if (running > 0 && automation.mode === 'single') return;
  if (running >= MAX_RUNS && automation.mode === 'parallel') return;
  simulation.last = beginning;
  if (running > 0 && automation.mode === 'queued') {
    const queue = simulation.queued.get(automation.id) ?? [];
    if (queue.length < MAX_RUNS) simulation.queued.set(automation.id, [...queue, beginning]);
    return;
  }
  if (automation.mode === 'restart')
    simulation.waiting = simulation.waiting.filter((due) => !isRunOf(due, automation.id));
  go(simulation, beginning, 0);
}

/** Does the steps from this one to the next wait. */
function go(simulation: Simulation, beginning: Beginning, next: number): void {
  const { automation } = beginning;
  for (const [index, step] of automation.steps.entries()) {
    if (index < next || !isDone(simulation, beginning, step)) continue;
    if ('waitMs' in step) {
      wait(simulation, { run: { beginning, next: index + 1 } }, step.waitMs);
      return;
    }
    const property = simulation.home.indexOf.get(step.set) ?? -1;
    const region = simulation.home.regions[property]?.regionOf(step.value) ?? 0;
    simulation.events.push({ write: { property, value: step.value, region }, from: beginning });
  }
  const [first, ...rest] = simulation.queued.get(automation.id) ?? [];
  simulation.queued.set(automation.id, rest);
  if (first !== undefined) go(simulation, first, 0);
}

const isDone = ({ home, values }: Simulation, { trigger }: Beginning, step: LoopStep): boolean =>
  (step.for === undefined || (trigger !== undefined && step.for.includes(trigger))) &&
  canBeTrue(home, step.onlyIf, values);

/** Applies what was written: triggers that it makes true begin their automations, in the home's order. */
export function apply(simulation: Simulation, write: Write, from: Beginning | undefined): void {
  const { home } = simulation;
  const isChange = simulation.values[write.property] !== write.region;
  simulation.values[write.property] = write.region;
  const starts = (home.listeners[write.property] ?? []).filter(({ trigger }) =>
    becomesTrue(simulation, trigger, write.property, isChange),
  );
  const by = from === undefined ? undefined : { write, from };
  for (const { automation, trigger } of starts) {
    if (trigger.forMs > 0) wait(simulation, { trigger, automation, by }, trigger.forMs);
    else begin(simulation, automation, by, trigger);
  }
}

/** Updates the truths of a trigger. Returns whether it became true, or was true for a moment. */
function becomesTrue(
  simulation: Simulation,
  trigger: PlacedTrigger,
  property: number,
  isChange: boolean,
): boolean {
  const { home, truths, values } = simulation;
  const isMomentary = home.regions[property]?.isMomentary === true;
  const wasTrue = trigger.tests.every(({ index }) => truths[index]);
  const isPulse = trigger.tests.some(
    ({ test }) =>
      test.property === home.names[property] &&
      (isMomentary ||
        test.retriggers === true ||
        test.is === 'reports' ||
        (test.is === 'changes' && isChange)),
  );
  for (const { test, index } of trigger.tests) {
    truths[index] = judgeIn(home, test, values) ?? truths[index] ?? false;
  }
  const isTrue = trigger.tests.every(({ index }) => truths[index]);
  if (!isTrue)
    simulation.waiting = simulation.waiting.filter((due) => !('trigger' in due && due.trigger === trigger));
  return isTrue && (isPulse || !wasTrue);
}

/** Applies the next event, or else ends the next wait. Returns false when the home is at rest. */
export function advance(simulation: Simulation): boolean {
  const event = simulation.events.shift();
  if (event !== undefined) {
    apply(simulation, event.write, event.from);
    return true;
  }
  const [due] = [...simulation.waiting].sort((a, b) => a.at - b.at || a.order - b.order);
  if (due === undefined) return false;
  simulation.waiting = simulation.waiting.filter((each) => each !== due);
  simulation.now = due.at;
  if ('run' in due) go(simulation, due.run.beginning, due.run.next);
  else begin(simulation, due.automation, due.by, due.trigger);
  return true;
}
