import type { Address } from '@azulejo/model';
import type { CompiledAutomation } from '../compiled.ts';
import type { Decision, MissReason } from '../decision.ts';
import type { Home } from '../home.ts';
import type { ClockInput, DowntimeInput } from '../input.ts';
import type { AutomationState, HomeState, TriggerTruth } from '../state.ts';

/** The context in which one input or one timer is processed. */
export type Reducing = {
  readonly home: Home;
  readonly state: HomeState;
  readonly decisions: Decision[];
  /** Number of the input; absent while timers fall due. */
  readonly n?: number;
  /** The automations whose runs caused the input, the first one first. */
  readonly chain: readonly string[];
  /** The interruption of the server during which the timers fell due, or the change of the clock that skipped them. */
  readonly downtime?: DowntimeInput | ClockInput;
};

/** An automation that is switched on, with its state. */
export type Active = { readonly automation: CompiledAutomation; readonly own: AutomationState };

export const newTruth = (at: number): TriggerTruth => ({ is: null, since: at });

/** Returns the members that every decision of an automation has. */
export const decided = ({ state }: Reducing, { automation }: Active) => ({
  at: state.at,
  automation: automation.id,
  version: automation.version,
});

/** Returns the automation with its state, if it may run. */
export function activeOf({ home, state }: Reducing, id: string): Active | undefined {
  const automation = home.automation(id);
  const own = state.automations[id];
  return automation?.isEnabled && own?.isEnabled && !own.isBraked ? { automation, own } : undefined;
}

/** Returns the origin of a run that falls due, which no other one has: a clock that was set back repeats times. */
export const dueOrigin = (
  { state: { clocks } }: Reducing,
  trigger: string | undefined,
  due: number,
): string => (clocks === undefined ? `${trigger}@${due}` : `${trigger}@${due}@${clocks}`);

/** The part of an event that a decision records when it leads to a run or a miss. */
export type Occasion = {
  readonly trigger?: string;
  readonly n?: number;
  readonly property?: Address;
  readonly before?: unknown;
  readonly after?: unknown;
};

export function miss(context: Reducing, active: Active, occasion: Occasion, reason: MissReason): void {
  const { trigger, n, property, before, after } = occasion;
  context.decisions.push({
    type: 'miss',
    ...decided(context, active),
    ...reason,
    ...(trigger === undefined ? {} : { trigger }),
    ...(n === undefined ? {} : { n }),
    ...(property === undefined ? {} : { property, before: before ?? null, after: after ?? null }),
  });
}
