import type { LoopPart, Problem } from '@azulejo/automations';
import { describe, plain } from '@azulejo/automations/words';
import { describeLoop, describeProblem } from '@azulejo/automations/words/history';
import type { AutomationDefinition } from '@azulejo/contract';
import { NEW_AUTOMATION } from '../check/find-own-loop.ts';
import type { HomeWording } from './wording.ts';

export type Sentences = ReturnType<typeof sentencesOf>;

/** Whether a problem is shown with its own text, because compiling does not find it. */
export type FoundProblem = Problem & { readonly isOfServer?: true };

/** Says in words what automations do, and what is wrong with them. */
export function sentencesOf(wording: HomeWording) {
  const { names, speech, history } = wording;
  const nameOf = (key: string): string => {
    const [channel = '', component = '', property = ''] = key.split('\n');
    const named = names.property({ channel, component, property });
    return named ? `${named.device}: ${named.property.label}` : key;
  };
  return {
    sentence: (definition: AutomationDefinition): string =>
      plain(describe(definition, names, speech), speech),
    problem: (problem: FoundProblem): string =>
      problem.isOfServer ? problem.text : describeProblem(problem, history),
    /** Returns the name of the property, scene or automation that starts another one. */
    property(key: string): string {
      const [, kind, id = ''] = /^(scene|automation) (.*)$/s.exec(key) ?? [];
      if (kind === 'scene') return names.scene(id) ?? key;
      return kind === 'automation' ? (names.automation(id) ?? key) : nameOf(key);
    },

    /**
     * Describes how automations would start each other endlessly; `own` is the id of the one that is checked.
     */
    loop(story: readonly LoopPart[], own: string | undefined): string {
      const described = describeLoop({ kind: 'loop', story }, wording, own ?? NEW_AUTOMATION);
      const lines = (described?.lines ?? []).map(({ text, after }) => `${text} ${after}`);
      return `${described?.title ?? ''} ${lines.join(' → ')} → …`.trim();
    },
    possibleLoop: (automations: readonly string[], own: string | undefined): string =>
      describeLoop({ kind: 'possible', automations, isExhaustive: false }, wording, own ?? NEW_AUTOMATION)
        ?.title ?? '',
  };
}
