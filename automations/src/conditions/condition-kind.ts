import type { Compiling, Part } from '../compile/context.ts';
import type { Collected } from '../compile/members.ts';
import type { Evaluate } from '../compiled.ts';
import type { HomeFacts } from '../facts.ts';
import type { LoopCondition } from '../loops/types.ts';
import type { Offers } from '../offer.ts';
import type { Piece } from '../words/clauses.ts';
import type { OwnMessages } from '../words/own-messages.ts';
import type { Given, Wording } from '../words/wording.ts';
import type { Form } from '../workers/form.ts';

/** Where a condition is compiled: into what all of them collect, and how those within it are compiled. */
export type CompilingCondition = {
  readonly context: Compiling;
  readonly collected: Collected;
  readonly id: string;
  readonly inner: (part: unknown, path: string) => Evaluate | undefined;
};

/** Everything that automations know of one kind of condition. */
export type ConditionKind = {
  /** Its messages in English. */
  readonly messages: OwnMessages;
  /** Returns how it is evaluated; undefined, mostly with a problem, if it is faulty. */
  readonly compile: (compiling: CompilingCondition, part: Part, path: string) => Evaluate | undefined;
  /** Returns its words, which follow `only if`. `inner` phrases a condition within it. */
  readonly phrase: (
    given: Given,
    path: string,
    wording: Wording,
    inner: (given: unknown, path: string) => Piece[],
  ) => Piece[];
  /** Returns what it says of values. Absent for a kind that depends on something else. */
  readonly loop?: (part: Part, facts: HomeFacts, inner: (part: unknown) => LoopCondition) => LoopCondition;
  /** The form of the phone apps. Absent for a kind that they cannot show. */
  readonly form?: Form;
  /** What the editor offers. Absent for a kind that is offered with its device. */
  readonly offers?: Offers;
};
