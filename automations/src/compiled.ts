import type { Address } from '@azulejo/model';
import type { Calendar } from './calendar.ts';
import type { SkippedKind, Truth, Verdict } from './decision.ts';
import type { ScheduleTrigger } from './schedule/next.ts';
import type { HomeState } from './state.ts';

/** One property of a trigger or condition, with the key under which its truth is held. */
export type Member = Address & { readonly key: string; readonly truthKey: string };

/** Returns whether a value makes it true; `was` decides between a threshold and its leeway. */
export type ValueTest = (value: unknown, was: Truth) => Truth;

export type PropertyTrigger = {
  readonly kind: 'property';
  readonly id: string;
  /** The trigger as text: while it is the same, an edit keeps what the trigger remembers. */
  readonly signature: string;
  readonly members: readonly Member[];
  /** `each`: every member fires by itself. `all`, `some`: their truths are combined. */
  readonly combine: 'each' | 'all' | 'some';
  readonly on: 'edge' | 'change' | 'report';
  readonly test: ValueTest;
  readonly forMs: number | undefined;
  /** Whether it fires again with each report while it is true. */
  readonly retriggers: boolean;
  readonly by: 'value' | 'device';
};

export type CompiledTrigger =
  | PropertyTrigger
  | {
      readonly kind: 'schedule';
      readonly id: string;
      readonly signature: string;
      readonly scheduleAt: (since: number) => ScheduleTrigger;
    }
  | {
      readonly kind: 'silent';
      readonly id: string;
      readonly signature: string;
      readonly channel: string;
      readonly forMs: number;
    }
  | { readonly kind: 'webhook'; readonly id: string; readonly signature: string }
  | { readonly kind: 'scene'; readonly id: string; readonly signature: string; readonly scene: string };

/** The context in which a condition is evaluated. */
export type View = {
  readonly values: HomeState['values'];
  readonly at: number;
  readonly calendar: Calendar;
  /** The held truths of the automation, for conditions with `since`. */
  readonly truths: HomeState['automations'][string]['truths'];
};

/** Evaluates a condition and all of its parts; the results are added to `verdicts`. */
export type Evaluate = (view: View, verdicts: Verdict[]) => Truth;

export type CompiledCondition = {
  readonly evaluate: Evaluate;
  /** Lists the properties that it names. */
  readonly members: readonly Member[];
  /** Terms with `since`, whose truth is held like that of a trigger. */
  readonly held: readonly { readonly member: Member; readonly test: ValueTest }[];
  /** Whether it can change without a value. */
  readonly dependsOnTime: boolean;
  /** Whether a part of it names something that is gone, and therefore stays unknown. */
  readonly isIncomplete: boolean;
};

export type SetTarget = Address & {
  readonly key: string;
  readonly value: unknown;
  /** Whether it ends what an earlier step began, such as turning off what that turned on. */
  readonly isEnd: boolean;
};

export type Operation =
  | {
      readonly op: 'set';
      readonly targets: readonly SetTarget[];
      readonly isAlways: boolean;
      readonly stopsOnFailure: boolean;
    }
  | { readonly op: 'wait'; readonly ms: number }
  | {
      readonly op: 'wait-until';
      readonly condition: CompiledCondition;
      readonly atMostMs: number;
      readonly stops: boolean;
    }
  | {
      readonly op: 'notify';
      readonly title: string | null;
      readonly text: string;
      readonly values: readonly { readonly name: string; readonly key: string }[];
      readonly to: readonly string[];
    }
  | { readonly op: 'webhook'; readonly url: string; readonly body: unknown }
  | { readonly op: 'scene'; readonly scene: string }
  | { readonly op: 'automation'; readonly target: string; readonly as: 'run' | 'switch-on' | 'switch-off' }
  /** Continues at `orElse` unless the condition is true. */
  | { readonly op: 'if'; readonly condition: CompiledCondition; readonly orElse: number }
  | { readonly op: 'jump'; readonly to: number }
  /** Names something that is gone. */
  | { readonly op: 'skip'; readonly kind: SkippedKind; readonly stopsOnFailure: boolean };

/** A step in the flat list of all steps. */
export type CompiledStep = {
  readonly id: string;
  readonly operation: Operation;
  /** The triggers for which it is done; for all if absent. */
  readonly for: ReadonlySet<string> | undefined;
  /** Index of the step after it and its inner steps. */
  end: number;
};

export type CompiledAutomation = {
  readonly id: string;
  readonly version: number;
  readonly isEnabled: boolean;
  readonly mode: 'single' | 'restart' | 'queued' | 'parallel';
  /** Set when nothing is left that could start it or that it could do: its runs in progress go on. */
  readonly cannotStart?: true;
  readonly triggers: readonly CompiledTrigger[];
  readonly condition: CompiledCondition | undefined;
  readonly steps: readonly CompiledStep[];
  readonly atMostEveryMs: number | undefined;
  /** How late a property may be set, in milliseconds; null for however late. */
  readonly latestMs: number | null;
  /** The properties that it reads or sets, by key. */
  readonly names: ReadonlyMap<string, Address>;
};
