import type { Braked, RunOutcome } from '../../decision.ts';
import type { LoopCheck, LoopPart } from '../../loops/types.ts';
import type { Problem } from '../../problems.ts';
import { textOf } from '../clauses.ts';
import type { HistoryWords } from '../language.ts';
import { phraseSteps } from '../step.ts';
import type { Wording } from '../wording.ts';
import { chainText, fillText } from './history-wording.ts';

/** Returns how a run ended, such as `Partly done: 2 of 3 steps`. */
export function describeOutcome(
  outcome: RunOutcome | 'running',
  { run }: HistoryWords,
  steps?: { readonly done: number; readonly all: number },
): string {
  if (outcome !== 'partly' || steps === undefined) return run[outcome];
  return fillText(run.partlyOf, { done: String(steps.done), all: String(steps.all) });
}

export type StepOutcome = keyof HistoryWords['step'];

/** Returns what became of a step, such as `Did not answer, tried twice`. */
export const describeStepOutcome = (outcome: StepOutcome, { step }: HistoryWords): string => step[outcome];

export const describeProblem = ({ code }: Pick<Problem, 'code'>, { problem }: HistoryWords): string =>
  problem[code];

/** Returns what became of an automation that names something that is gone. */
export const describeGone = (
  { code, cannotRun }: Pick<Problem, 'code'> & { readonly cannotRun: boolean },
  { problem, gone }: HistoryWords,
): string => fillText(cannotRun ? gone.invalid : gone.incomplete, { problem: problem[code] });

/** Returns why an automation was stopped, such as `Stopped: 60 runs in one minute.` */
export const describeStop = (
  { why, limit, chain }: Pick<Braked, 'why' | 'limit' | 'chain'>,
  wording: Wording & { readonly history: HistoryWords },
): string => {
  const { speech, history } = wording;
  return fillText(history.stopped[why], {
    limit: speech.number(limit),
    automations: chainText(wording, chain),
  });
};

/** The story of a loop: what each automation does, and when the next one begins. */
export type LoopStory = {
  readonly title: string;
  readonly lines: readonly { readonly automation: string; readonly text: string; readonly after: string }[];
};

/** Returns the words of a loop; undefined without one. `checked` is the id of the automation that is checked. */
export function describeLoop(
  check: LoopCheck,
  wording: Wording & { readonly history: HistoryWords },
  checked?: string,
): LoopStory | undefined {
  const { names, speech, history } = wording;
  const { loop } = history;
  const nameOf = (id: string) =>
    id === checked ? loop.itself : (names.automation(id) ?? speech.words.gone.automation);
  if (check.kind === 'none') return undefined;
  if (check.kind === 'possible') {
    const automations = speech.list(check.automations.map(nameOf), 'and');
    return { title: fillText(loop.possible, { automations }), lines: [] };
  }
  const lines = check.story.map((part) => {
    const { automation, afterMs } = part;
    const after = afterMs < 1000 ? loop.atOnce : fillText(loop.after, { duration: speech.duration(afterMs) });
    const text = fillText(loop.line, { automation: nameOf(automation), step: stepText(part, wording) });
    return { automation, text, after };
  });
  return { title: loop.title, lines };
}

/**
 * Describes a step of a loop. Scenes and automations that it runs are properties named `scene …` and `automation
 * …` (`describeAutomation`).
 */
function stepText(
  { property, value }: LoopPart,
  wording: Wording & { readonly history: HistoryWords },
): string {
  const { names, speech, history } = wording;
  const [, kind, id = ''] = /^(scene|automation) (.*)$/s.exec(property) ?? [];
  const { runsScene, runsAutomation } = history.loop;
  const { gone } = speech.words;
  if (kind === 'scene') return fillText(runsScene, { scene: names.scene(id) ?? gone.scene });
  if (kind === 'automation')
    return fillText(runsAutomation, { automation: names.automation(id) ?? gone.automation });
  const [channel = '', component = '', name = ''] = property.split('\n');
  const step = { kind: 'set', set: { channel, component, property: name }, value };
  const described = phraseSteps([step], 'then', { ...wording, when: [], last: undefined });
  return textOf(described[0]?.pieces ?? []);
}
