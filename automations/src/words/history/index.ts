/**
 * Words for what automations did and did not do, for the server's answers (`because`, `text` of misses, problems and
 * loops) and notifications. They are apart from the sentence, so that pages which only show that do not load the code.
 *
 * ```ts
 * const wording = { names, speech, history: speech.words.history, definition: withPartIds(definition) };
 * describeStart(run.start, run.at, wording); // weil Hall motion um 23:14 Bewegung erkannt hat
 * describeMiss(miss, wording); // Zurückgehalten: Es war nicht dunkel.
 * ```
 *
 * `describeStart` begins with its “because”, which decides the order of words in German. Names that people gave are
 * not changed.
 */
export type { HistoryWords } from '../language.ts';
export {
  describeGone,
  describeLoop,
  describeOutcome,
  describeProblem,
  describeStepOutcome,
  describeStop,
  type LoopStory,
  type StepOutcome,
} from './ends.ts';
export type { HistoryWording } from './history-wording.ts';
export { describeMiss } from './miss.ts';
export { describeCondition, describeStep, describeVerdictValue } from './parts.ts';
export { describeStart } from './start.ts';
export { describeWhyNot, type MinuteRecord } from './why-not.ts';
