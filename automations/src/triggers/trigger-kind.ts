import type { Compiling, Part } from '../compile/context.ts';
import type { CompiledTrigger } from '../compiled.ts';
import type { Start } from '../decision.ts';
import type { HomeFacts } from '../facts.ts';
import type { LoopTrigger } from '../loops/types.ts';
import type { Offers } from '../offer.ts';
import type { Piece } from '../words/clauses.ts';
import type { HistoryWording } from '../words/history/history-wording.ts';
import type { OwnMessages } from '../words/own-messages.ts';
import type { Given, Wording } from '../words/wording.ts';
import type { Form } from '../workers/form.ts';

/** The members that every compiled trigger has. */
export type TriggerBase = { readonly id: string; readonly signature: string };

/** A trigger without the word that begins it, such as `when` or `at`. */
export type PhrasedTrigger = {
  readonly lead: string;
  readonly pieces: readonly Piece[];
  readonly isTime: boolean;
};

/** The trigger that began a run, and when. */
export type Cause = {
  readonly start: Start;
  readonly trigger: Given;
  /** The path of the trigger. */
  readonly path: string;
  readonly at: number;
  /** The time in words. */
  readonly time: string;
};

/** Everything that automations know of one kind of trigger. */
export type TriggerKind = {
  /** Its messages in English, in sentences. */
  readonly messages?: OwnMessages;
  /** Its messages in English, of the start of a run. */
  readonly startMessages: OwnMessages;
  /** Returns the trigger; undefined with a problem if it is faulty. */
  readonly compile: (
    context: Compiling,
    part: Part,
    path: string,
    base: TriggerBase,
  ) => CompiledTrigger | undefined;
  /** Returns the words of the trigger, which may be unfinished. */
  readonly phrase: (given: Given, path: string, wording: Wording) => PhrasedTrigger;
  /** Returns why a run began, such as `because motion was seen at 23:14`. */
  readonly because: (cause: Cause, wording: HistoryWording) => string;
  /** Returns what other automations do to make it fire. Absent for a kind that they cannot make fire. */
  readonly loop?: (part: Part, facts: HomeFacts) => LoopTrigger[];
  /** The form of the phone apps. Absent for a kind that they cannot show. */
  readonly form?: Form;
  /** What the editor offers. Absent for a kind that is offered with its device. */
  readonly offers?: Offers;
};

/** Returns a trigger whose words follow `when`. */
export const whenever = ({ speech }: Wording, pieces: readonly Piece[]): PhrasedTrigger => ({
  lead: speech.words.leads.when,
  pieces,
  isTime: false,
});
