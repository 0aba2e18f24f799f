import type { Miss, RunBegan } from '../../decision.ts';
import { fillText, type HistoryWording } from './history-wording.ts';
import { describeMiss } from './miss.ts';
import { describeStart } from './start.ts';

/** The result of replaying a minute. */
export type MinuteRecord = {
  /** `not-yet`: the automation is younger. `no-record`: the log begins later. */
  readonly kind: 'replayed' | 'not-yet' | 'no-record';
  /** The oldest comes first. */
  readonly runs: readonly Pick<RunBegan, 'start' | 'at'>[];
  /** The oldest comes first. */
  readonly misses: readonly Miss[];
  /** Whether the automation is switched on now. */
  readonly isEnabled: boolean;
};

/** Returns why an automation did not run in a minute, such as `Held back: it was not dark.` */
export function describeWhyNot(
  { kind, runs, misses, isEnabled }: MinuteRecord,
  wording: HistoryWording,
): string {
  const { whyNot } = wording.history;
  if (kind === 'not-yet') return whyNot.notYet;
  if (kind === 'no-record') return whyNot.noRecord;
  const text = describeMinute(runs, misses, wording);
  return isEnabled ? text : `${whyNot.isOff} ${text}`;
}

function describeMinute(
  runs: MinuteRecord['runs'],
  misses: MinuteRecord['misses'],
  wording: HistoryWording,
): string {
  const { whyNot } = wording.history;
  const [run] = runs;
  if (run) return fillText(whyNot.wouldHaveRun, { because: describeStart(run.start, run.at, wording) });
  // A trigger that was true already says less than one that fired and was held back.
  const miss = misses.findLast(({ reason }) => reason !== 'not-true-before') ?? misses.at(-1);
  return miss ? describeMiss(miss, wording) : whyNot.nothing;
}
