import type { Address } from '@azulejo/model';
import type { WriteEnd } from './input.ts';

/** True, false, or null for not known. */
export type Truth = boolean | null;

/** The state of a condition at a moment. Groups are listed before their members. */
export type Verdict = {
  /** Id of the condition in the definition. */
  readonly id: string;
  readonly is: Truth;
  /** The value that decided it, or null; absent for a group of conditions. */
  readonly value?: unknown;
  /** When the property got the value, in epoch milliseconds. */
  readonly since?: number;
  /** The property that decided it, for a property or one of a group of them. */
  readonly of?: Address;
};

/** What started a run. */
export type Start = {
  readonly by: 'value' | 'schedule' | 'device' | 'scene' | 'webhook' | 'play';
  /** Id of the trigger; absent for a play. */
  readonly trigger?: string;
  /** Number of the input; absent for what fell due. */
  readonly n?: number;
  /** When a trigger with `for` became true, or when a schedule was due; epoch milliseconds. */
  readonly since?: number;
  readonly property?: Address;
  readonly before?: unknown;
  readonly after?: unknown;
  /** The person who ran it by hand. */
  readonly person?: string;
};

type Decided = {
  /** Virtual time: the time of the input, or when the timer was due; epoch milliseconds. */
  readonly at: number;
  readonly automation: string;
  readonly version: number;
};

export type RunBegan = Decided & {
  readonly type: 'run-began';
  /** Made of automation, version and input, so that a replay gives it again. */
  readonly run: string;
  readonly start: Start;
  readonly conditions: readonly Verdict[];
  /** The automations whose runs caused this one, the first one first, itself last. At most 16. */
  readonly chain: readonly string[];
};

/** A start waits until the runs before it have ended. */
export type RunQueued = Decided & {
  readonly type: 'run-queued';
  readonly run: string;
  readonly start: Start;
};

export type Write = Address & {
  /** Made of run, step and place in the group, so that a command is opened once. */
  readonly command: string;
  readonly value: unknown;
  /** True when it ends what the run began, and nobody has set the property since: it is done however late. */
  readonly isEnd?: true;
};

export type SkippedKind = 'set' | 'scene' | 'automation' | 'webhook' | 'notify';

export type Action =
  | {
      readonly type: 'set';
      /** Properties that already have the value are left out, unless the step says `always`. */
      readonly writes: readonly Write[];
      /** How late it may be done, in milliseconds; null for however late. */
      readonly latestMs: number | null;
      /** True for the second attempt after no answer. */
      readonly isRetry: boolean;
    }
  | { readonly type: 'wait'; readonly until: number }
  | {
      readonly type: 'notify';
      readonly title: string | null;
      /** The text may contain placeholders. */
      readonly text: string;
      /** The values of the properties that the text names, by their names; null for one that is not known. */
      readonly values: Readonly<Record<string, unknown>>;
      /** Contains user ids. */
      readonly to: readonly string[];
    }
  | { readonly type: 'webhook'; readonly url: string; readonly body: unknown }
  | {
      readonly type: 'scene';
      readonly scene: string;
      /** How late it may be played, in milliseconds; null for however late. */
      readonly latestMs: number | null;
    }
  | { readonly type: 'automation'; readonly target: string; readonly as: 'run' | 'switch-on' | 'switch-off' }
  | { readonly type: 'if'; readonly branch: 'then' | 'else'; readonly conditions: readonly Verdict[] }
  /** Not done, because something that the step names is gone. Of an `if`, neither branch is taken. */
  | { readonly type: 'skip'; readonly kind: SkippedKind | 'if' };

export type StepDecided = Decided & {
  readonly type: 'step-decided';
  readonly run: string;
  /** Id of the step. Run and step together are the idempotency key of what is sent. */
  readonly step: string;
  readonly action: Action;
};

/** A write of a step ended, or a `waitUntil`. */
export type StepEnded = Decided & {
  readonly type: 'step-ended';
  readonly run: string;
  readonly step: string;
  readonly outcome: WriteEnd | 'timed-out';
  readonly command?: string;
  readonly reason?: string;
};

/**
 * `done`: every step was done. `partly`: some writes were not. `failed`: none was. `stopped`: a step said to stop.
 * `replaced`: the mode began it again. `cancelled`: the automation was switched off or removed. `braked`: it ran too often.
 */
export type RunOutcome = 'done' | 'partly' | 'failed' | 'stopped' | 'replaced' | 'cancelled' | 'braked';

export type RunEnded = Decided & {
  readonly type: 'run-ended';
  readonly run: string;
  readonly outcome: RunOutcome;
};

/** Why a trigger did not start a run, with the numbers of its sentence. Times are epoch milliseconds. */
export type MissReason =
  | { readonly reason: 'condition-false' | 'condition-unknown'; readonly conditions: readonly Verdict[] }
  | { readonly reason: 'did-not-last'; readonly lastedMs: number; readonly neededMs: number }
  /** `isFull`: ten runs are waiting or running already. */
  | { readonly reason: 'still-running'; readonly run: string; readonly isFull: boolean }
  | { readonly reason: 'suppressed'; readonly ranAt: number; readonly everyMs: number }
  | { readonly reason: 'missed'; readonly due: number; readonly lateMs: number }
  | { readonly reason: 'no-sun' }
  | { readonly reason: 'disabled' }
  | { readonly reason: 'loop'; readonly chain: readonly string[] }
  /** `wasKnown`: it was true already; otherwise there was no value before. */
  | { readonly reason: 'not-true-before'; readonly wasKnown: boolean };

export type Miss = Decided &
  MissReason & {
    readonly type: 'miss';
    /** Absent for a play, which has no trigger. */
    readonly trigger?: string;
    /** Number of the input; absent for what fell due. */
    readonly n?: number;
    readonly property?: Address;
    readonly before?: unknown;
    readonly after?: unknown;
  };

/** The automation ran too often and is stopped until a person switches it on again or edits it. */
export type Braked = Decided & {
  readonly type: 'braked';
  readonly why: 'chain' | 'runs-per-minute' | 'runs-per-hour' | 'steps-per-minute';
  readonly limit: number;
  readonly chain: readonly string[];
};

export type TimerSet = Decided & {
  readonly type: 'timer-set';
  readonly timer: string;
  readonly due: number;
};

export type TimerCancelled = Decided & { readonly type: 'timer-cancelled'; readonly timer: string };

/** A decision of a home's automations. They are listed in order. */
export type Decision =
  | RunBegan
  | RunQueued
  | StepDecided
  | StepEnded
  | RunEnded
  | Miss
  | Braked
  | TimerSet
  | TimerCancelled;
