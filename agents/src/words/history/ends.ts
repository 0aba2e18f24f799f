import type { Braked, RunOutcome } from '../../decision.ts';
import type { LoopCheck, LoopPart } from '../../loops/types.ts';
import type { Problem } from '../../problems.ts';
import { textOf } from '../clauses.ts';
import { phraseSteps } from '../step.ts';
import type { Wording } from '../wording.ts';
import type { HistoryWords } from './en.ts';
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
  return fillText(history.stopped[why], { limit: speech.number(limit), agents: chainText(wording, chain) });
};

/** The story of a loop: what each automation does, and when the next one begins. */
export type LoopStory = {
  readonly title: string;
  readonly lines: readonly { readonly agent: string; readonly text: string; readonly after: string }[];
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
    id === checked ? loop.itself : (names.agent(id) ?? speech.words.gone.agent);
  if (check.kind === 'none') return undefined;
  if (check.kind === 'possible') {
    const agents = speech.list(check.agents.map(nameOf), 'and');
    return { title: fillText(loop.possible, { agents }), lines: [] };
  }
  const lines = check.story.map((part) => {
    const { agent, afterMs } = part;
    const after = afterMs < 1000 ? loop.atOnce : fillText(loop.after, { duration: speech.duration(afterMs) });
    const text = fillText(loop.line, { agent: nameOf(agent), step: stepText(part, wording) });
    return { agent, text, after };
  });
  return { title: loop.title, lines };
}

/**
 * Describes a step of a loop. Scenes and automations that it runs are properties named `scene …` and `agent
 * …` (`describeAgent`).
 */
function stepText(
  { property, value }: LoopPart,
  wording: Wording & { readonly history: HistoryWords },
): string {
  const { names, speech, history } = wording;
  const [, kind, id = ''] = /^(scene|agent) (.*)$/s.exec(property) ?? [];
  const { runsScene, runsAgent } = history.loop;
  const { gone } = speech.words;
  if (kind === 'scene') return fillText(runsScene, { scene: names.scene(id) ?? gone.scene });
  if (kind === 'agent') return fillText(runsAgent, { agent: names.agent(id) ?? gone.agent });
  const [channel = '', component = '', name = ''] = property.split('\n');
  const step = { set: { channel, component, property: name }, value };
  const described = phraseSteps([step], 'then', { ...wording, when: [], last: undefined });
  return textOf(described[0]?.pieces ?? []);
}
