import type { ShownNumber } from '../compile/comparison.ts';

/** A test of the value of one property. Numbers are in the unit of the property. */
export type LoopTest = {
  readonly property: string;
  /** Whether each report counts while it is true. */
  readonly retriggers?: boolean;
} & (
  | {
      readonly is: 'equals' | 'differs';
      readonly value: unknown;
      /** How a number is shown: it equals others that are shown as the same. */
      readonly shown?: ShownNumber;
    }
  | { readonly is: 'above' | 'below'; readonly value: number; readonly leeway?: number }
  /** `reports`: even with the value that it has. */
  | { readonly is: 'changes' | 'reports' }
);

export type LoopCondition =
  | { readonly all: readonly LoopCondition[] }
  | { readonly any: readonly LoopCondition[] }
  | { readonly not: LoopCondition }
  /** With `isLong`, the test must have been true for some time. */
  | { readonly test: LoopTest; readonly isLong?: boolean }
  /** It depends on something else than a value: the time, the sun, a person, a device. */
  | 'depends';

export type LoopTrigger = {
  readonly id?: string;
  /** All of these must be so; one for a single property, several for every one of a group. */
  readonly every: readonly LoopTest[];
  readonly forMs?: number;
};

export type LoopStep = ({ readonly set: string; readonly value: unknown } | { readonly waitMs: number }) & {
  /** Ids of the triggers for which it is done; for all if absent. */
  readonly for?: readonly string[];
  readonly onlyIf?: LoopCondition;
};

/**
 * The part of an automation that matters for loops: what it reacts to and what it sets. A scene that is played and an
 * automation that is run by another are momentary properties, which a step sets and a trigger `reports`.
 */
export type LoopAutomation = {
  readonly id: string;
  readonly mode: 'single' | 'restart' | 'queued' | 'parallel';
  readonly triggers: readonly LoopTrigger[];
  readonly onlyIf?: LoopCondition;
  readonly steps: readonly LoopStep[];
};

export type LoopHome = {
  /** Sorted in the home's order. */
  readonly automations: readonly LoopAutomation[];
  /** The properties whose reports are events, with or without another value. */
  readonly momentary: ReadonlySet<string>;
};

/** One automation of a loop: it sets the property, which starts the next one; the last one starts the first. */
export type LoopPart = {
  readonly automation: string;
  readonly property: string;
  readonly value: unknown;
  /** The time from its beginning to the beginning of the next one, in milliseconds. */
  readonly afterMs: number;
};

/**
 * `none`: no loop is possible. `possible`: these automations could start each other again and again, but did not in any
 * state that was tried; `isExhaustive` says whether these were all.
 */
export type LoopCheck =
  | { readonly kind: 'none' }
  | { readonly kind: 'possible'; readonly automations: readonly string[]; readonly isExhaustive: boolean }
  | { readonly kind: 'loop'; readonly story: readonly LoopPart[] };

/** Returns the name of the momentary property that playing a scene sets. */
export const playOf = (scene: string): string => `scene ${scene}`;

/** Returns the name of the momentary property that running an automation sets. */
export const runOf = (automation: string): string => `automation ${automation}`;

/** The settings of scenes by scene id, in the units of the properties. */
export type SceneWrites = ReadonlyMap<string, readonly { readonly key: string; readonly value: unknown }[]>;
