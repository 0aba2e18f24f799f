import type { Compiling, Part } from '../compile/context.ts';
import type { Operation } from '../compiled.ts';
import type { SkippedKind } from '../decision.ts';
import type { HomeFacts } from '../facts.ts';
import type { LoopStep, SceneWrites } from '../loops/types.ts';
import type { Offers } from '../offer.ts';
import type { Piece } from '../words/clauses.ts';
import type { OwnMessages } from '../words/own-messages.ts';
import type { Given, Wording } from '../words/wording.ts';
import type { Form } from '../workers/form.ts';

export type StepWording = Wording & {
  readonly when: readonly unknown[];
  /** The device of the step before, which `it` may mean. */
  last: string | undefined;
};

/** Everything that automations know of one kind of step. */
export type StepKind = {
  /** Its messages in English. */
  readonly messages: OwnMessages;
  /** Returns what is done; undefined with a problem if the step is faulty. Absent for a step that holds steps. */
  readonly compile?: (context: Compiling, part: Part, path: string) => Operation | undefined;
  /** What a run says that it left out, where the step names something that is gone; `notify` if absent. */
  readonly skippedAs?: SkippedKind;
  /** Returns the words of the step. `inner` phrases a list of steps within it. */
  readonly phrase: (
    step: Given,
    path: string,
    wording: StepWording,
    inner: (steps: unknown, path: string) => Piece[],
  ) => Piece[];
  /** Describes options that most steps do not have, each in brackets after the step. */
  readonly asides?: (step: Given, path: string, wording: Wording) => Piece[][];
  /** Returns what it does to other automations. Absent for a kind that does nothing to them. */
  readonly loop?: (part: Part, facts: HomeFacts, scenes: SceneWrites) => LoopStep[];
  /** The form of the phone apps. Absent for a kind that they cannot show. */
  readonly form?: Form;
  /** What the editor offers. Absent for a kind that is offered with its device. */
  readonly offers?: Offers;
};
