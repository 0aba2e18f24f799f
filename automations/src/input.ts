import type { CommandState } from '@azulejo/contract';
import type { Address } from '@azulejo/model';

/** How a write of a step ended: the state of its command, or `too-late` when it was not sent at all. */
export type WriteEnd = Exclude<CommandState, 'open'> | 'too-late';

type Logged = {
  /** Number in the home's log. Inputs are applied in this order. */
  readonly n: number;
  /** Epoch milliseconds. An earlier time than that of an input before counts as that one's, until the clock is set. */
  readonly at: number;
  /** The run whose step caused this input. */
  readonly cause?: string;
};

/** A property was reported, with another value or with the same. */
export type ValueInput = Logged &
  Address & {
    readonly type: 'value';
    readonly data: unknown;
    /** True when it answers a write, whoever sent it; otherwise the device reported it on its own. */
    readonly isWritten?: boolean;
  };

/** A device reported something that the log has no value for, so that it is not silent. */
export type SignOfLifeInput = Logged & { readonly type: 'sign-of-life'; readonly channel: string };

/** A write, by anybody, is on its way to the device. */
export type WriteOpenedInput = Logged &
  Address & { readonly type: 'write-opened'; readonly command: string; readonly data: unknown };

/** A write, by anybody, was answered or failed. It comes before the value that answered it. */
export type WriteEndedInput = Logged & Address & { readonly type: 'write-ended'; readonly command: string };

/** A write of a step ended. */
export type CommandEndInput = Logged & {
  readonly type: 'command';
  /** Id of the write, as the step's decision has it. */
  readonly command: string;
  readonly state: WriteEnd;
  /** Says why it was refused. */
  readonly reason?: string;
};

/** A person, or a step of another automation, runs an automation. */
export type PlayInput = Logged & {
  readonly type: 'play';
  readonly automation: string;
  /** Whether its conditions are checked. */
  readonly checksConditions: boolean;
  /** The person; absent for a step, and for a client that has no person. */
  readonly person?: string;
};

/** A scene was played. */
export type SceneInput = Logged & { readonly type: 'scene'; readonly scene: string };

/** The address of an automation was called. */
export type WebhookInput = Logged & { readonly type: 'webhook'; readonly automation: string };

/**
 * The home changed: an automation was created, edited, switched or removed, a device came, went or moved, or the time
 * zone or a place changed. The compiled home that is given with this input is already the new one.
 */
export type HomeInput = Logged & {
  readonly type: 'home';
  /** The present values of the properties that the new home's automations name. */
  readonly values: readonly PresentValue[];
};

/** The server did not run between `from` and `at`. What was due in between is done now, or missed. */
export type DowntimeInput = Logged & { readonly type: 'downtime'; readonly from: number };

/**
 * The machine's clock was set: what was `from` became `at`, in either direction, while no time passed. Durations go on
 * as if nothing had happened; times of the day are those of the new clock.
 */
export type ClockInput = Logged & { readonly type: 'clock'; readonly from: number };

/** An input of a home's automations, from its log. */
export type Input =
  | ValueInput
  | SignOfLifeInput
  | WriteOpenedInput
  | WriteEndedInput
  | CommandEndInput
  | PlayInput
  | SceneInput
  | WebhookInput
  | HomeInput
  | DowntimeInput
  | ClockInput;

/** The last value of a property. */
export type PresentValue = Address & {
  readonly data: unknown;
  /** When it got this value, in epoch milliseconds. */
  readonly since: number;
  /** When it was last reported, in epoch milliseconds. */
  readonly reported: number;
};
