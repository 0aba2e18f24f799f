import { stepKindOf } from '../steps/index.ts';
import type { StepWording } from '../steps/step-kind.ts';
import { type Piece, textOf } from './clauses.ts';
import { fill } from './message.ts';
import { phraseTrigger } from './trigger.ts';
import { asList, type Given, isGiven, unknownPart, word } from './wording.ts';

/** Compiling refuses fewer levels than these; this only bounds the words. */
const MAX_DEPTH = 20;

/** Phrases steps one after the other, each with its path. */
export function phraseSteps(
  steps: readonly unknown[],
  path: string,
  wording: StepWording,
  depth = 0,
): { readonly path: string; readonly pieces: readonly Piece[] }[] {
  return steps.map((step, index) => {
    const at = `${path}[${index}]`;
    return { path: at, pieces: phraseStep(step, at, wording, depth) };
  });
}

function phraseStep(step: unknown, path: string, wording: StepWording, depth: number): Piece[] {
  if (!isGiven(step) || depth > MAX_DEPTH) return unknownPart(wording, path);
  const hasTriggers = asList(step['for']).length > 0;
  // A device that is used only for some triggers must not be called `it` afterwards.
  if (hasTriggers) wording.last = undefined;
  const kind = stepKindOf(step);
  const inner = (steps: unknown, at: string) => phraseInner(steps, at, wording, depth + 1);
  const pieces = kind ? kind.phrase(step, path, wording, inner) : unknownStep(path, wording);
  if (hasTriggers) wording.last = undefined;
  const asides = [
    ...(hasTriggers ? [phraseFor(step, path, wording)] : []),
    ...(kind?.asides?.(step, path, wording) ?? []),
  ];
  const { step: messages, joints } = wording.speech.words;
  return asides.length === 0
    ? pieces
    : fill(messages.aside, {
        step: pieces,
        asides: asides.flatMap((aside, index) => (index === 0 ? aside : [joints.aside, ...aside])),
      });
}

function unknownStep(path: string, wording: StepWording): Piece[] {
  wording.last = undefined;
  return unknownPart(wording, path);
}

/** Phrases the steps within another one, several of them in brackets. */
function phraseInner(steps: unknown, path: string, wording: StepWording, depth: number): Piece[] {
  const { step: messages, joints } = wording.speech.words;
  wording.last = undefined;
  const described = phraseSteps(asList(steps), path, wording, depth);
  if (described.length === 0) return [messages.nothing];
  const pieces = described.flatMap((each, index) => [...(index === 0 ? [] : [joints.step]), ...each.pieces]);
  return described.length === 1 ? pieces : ['(', ...pieces, ')'];
}

/** Says for which triggers a step is done. */
function phraseFor(step: Given, path: string, wording: StepWording): Piece[] {
  const triggers = phraseTriggers(asList(step['for']), wording);
  return fill(wording.speech.words.step.only, { triggers: word(triggers, `${path}.for`, 'trigger') });
}

function phraseTriggers(ids: readonly unknown[], wording: StepWording): string {
  const { speech, when } = wording;
  const texts = ids.map((id) => {
    const index = when.findIndex((each) => isGiven(each) && each['id'] === id);
    if (index < 0) return speech.words.part;
    const { lead, pieces } = phraseTrigger(when[index], `when[${index}]`, wording);
    const text = textOf(pieces);
    return fill(speech.words.quote, { text: `${lead} ${text}`.trim() }).join('');
  });
  return speech.list(texts, 'or');
}
