import type { Start, Truth, Verdict } from './decision.ts';

/** Everything that the automations of a home remember, as plain JSON. It is stored with the home's cursor. */
export type HomeState = {
  /** Number of the last input; 0 before the first. */
  n: number;
  /** Virtual time: the greatest time of an input or due timer since the clock was set, in epoch milliseconds. */
  at: number;
  /** How often the clock was set, so that ids made of times stay unique; absent for never. */
  clocks?: number;
  /** The last values of the properties that automations name, by `addressKey`. */
  values: Record<string, KnownValue>;
  /**
   * The last write of each of these properties, by a step or by anybody else. Absent in states of an earlier version, and
   * before the first.
   */
  writes?: Record<string, LastWrite>;
  /** Keyed by automation id. */
  automations: Record<string, AutomationState>;
  /** Sorted by due time, automation's place in the home, and id. */
  timers: Timer[];
  /** The chains of the latest runs, the oldest first, to distinguish their effects from people's actions. */
  chains: [run: string, chain: string[]][];
  /** Steps of the home in the minute that began at `from`. */
  steps: Window;
};

export type KnownValue = {
  value: unknown;
  since: number;
  reported: number;
  /** The automation whose run set it, unless somebody has set it since. */
  by?: string;
};

export type LastWrite = {
  value: unknown;
  /** The name of the step's write, or what the log names as the cause of another's. */
  command: string;
  /** The run whose step wrote; absent for another's. */
  run?: string;
  /** Until when the property counts as having the value: no longer than the write is open. */
  until: number;
};

/** Counts since the time `from`. */
export type Window = { from: number; count: number };

export type AutomationState = {
  version: number;
  isEnabled: boolean;
  /** Whether loop protection stopped it. */
  isBraked: boolean;
  /** Whether each trigger is true, by the trigger's id and, in a group, the member's key. */
  truths: Record<string, TriggerTruth>;
  /** The triggers as text, by id. An edit keeps the state of a trigger whose text is unchanged. */
  signatures: Record<string, string>;
  /** The last dates on which schedules fired, the latest one last, by trigger. Absent before the first. */
  dates?: Record<string, number[]>;
  /** Number of the last input that asked for a run. */
  firedBy: number;
  /** When the last run began. */
  ranAt: number | null;
  /** The last run's id without a number, and how many runs had it. */
  lastRun: string;
  repeats: number;
  minute: Window;
  hour: Window;
  /** The runs that are not over, the oldest first. */
  runs: RunState[];
  /** The starts that wait for the run before, the oldest first. */
  queue: QueuedStart[];
};

export type TriggerTruth = {
  is: Truth;
  /** When the trigger became so. */
  since: number;
  /** The cause that made it true, until it has lasted long enough. */
  start?: Start;
  /** The automations that caused it. */
  chain?: string[];
};

export type QueuedStart = { run: string; start: Start; chain: string[]; conditions: Verdict[] };

export type RunState = {
  id: string;
  version: number;
  start: Start;
  chain: string[];
  /** The next step, by its index in the compiled list. */
  next: number;
  /** What the run waits for; null only while its steps are being performed. */
  waits: 'time' | 'condition' | 'writes' | null;
  /** Whether no steps are left, so that the run only waits for its writes to end. */
  isThrough: boolean;
  /** The writes that have not ended, by command. */
  writes: Record<string, OpenWrite>;
  done: number;
  failed: number;
};

/** A write of a step that has not ended. */
export type OpenWrite = {
  /** The step, by its index in the compiled list. */
  step: number;
  /** The property, by `addressKey`. Absent in states of an earlier version, whose writes are not retried. */
  key?: string;
  isRetry: boolean;
};

export type Timer = {
  /** Unique in the home. */
  id: string;
  due: number;
  automation: string;
  /** The automation's place in the home's order. */
  position: number;
  kind: 'lasts' | 'schedule' | 'silent' | 'wait' | 'check' | 'gives-up' | 'retry';
  /** Id of the trigger or of the run that it belongs to. */
  of: string;
};
