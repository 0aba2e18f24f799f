import type { Start, Truth } from './decision.ts';

/** Everything that the agents of a home remember, as plain JSON. It is stored with the home's cursor. */
export type HomeState = {
  /** Number of the last input; 0 before the first. */
  n: number;
  /** Virtual time: the greatest time of an input or due timer so far, in epoch milliseconds. */
  at: number;
  /** The last values of the properties that agents name, by `addressKey`. */
  values: Record<string, KnownValue>;
  /** By agent id. */
  agents: Record<string, AgentState>;
  /** Sorted by due time, agent's place in the home, and id. */
  timers: Timer[];
  /** The chains of the latest runs, the oldest first, so that what they cause can be told from what people do. */
  chains: [run: string, chain: string[]][];
  /** Steps of the home in the minute that began at `from`. */
  steps: Window;
};

export type KnownValue = { value: unknown; since: number; reported: number };

/** A count since a time. */
export type Window = { from: number; count: number };

export type AgentState = {
  version: number;
  isEnabled: boolean;
  /** Whether the brake stopped it. */
  isBraked: boolean;
  /** Whether each trigger is true, by the trigger's id and, in a group, the member's key. */
  truths: Record<string, TriggerTruth>;
  /** When the last run began. */
  ranAt: number | null;
  minute: Window;
  hour: Window;
  /** The runs that are not over, the oldest first. */
  runs: RunState[];
  /** The starts that wait for the run before, the oldest first. */
  queue: QueuedStart[];
};

export type TriggerTruth = {
  is: Truth;
  /** When it became so. */
  since: number;
  /** What made it true, until it lasted for long enough. */
  start?: Start;
};

export type QueuedStart = { run: string; start: Start; chain: string[] };

export type RunState = {
  id: string;
  version: number;
  start: Start;
  chain: string[];
  /** The steps that are left, by their index in the compiled list. */
  next: number;
  /** Whether it waits, and for what; null for a run whose steps are through and whose writes are not. */
  waits: 'time' | 'condition' | 'writes' | null;
  /** Writes without an end, by command. */
  writes: Record<string, { step: string; isRetry: boolean }>;
  done: number;
  failed: number;
};

export type Timer = {
  /** Unique in the home. */
  id: string;
  due: number;
  agent: string;
  /** The agent's place in the home's order. */
  position: number;
  kind: 'lasts' | 'schedule' | 'silent' | 'wait' | 'check' | 'gives-up' | 'retry';
  /** Id of the trigger or of the run that it belongs to. */
  of: string;
};
