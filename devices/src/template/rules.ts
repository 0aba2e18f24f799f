import type { TemplateProperty } from '@azulejo/contract';
import type { ValueShape } from './value-shape.ts';

type Trigger = TemplateProperty['triggers'][number];
type ControlInterface = TemplateProperty['controlInterfaces'][number];

/** The choices of a rule editor for a property: triggers, states (conditions) and actions. */
export interface Rules {
  readonly triggers: Trigger[];
  readonly states: Trigger[];
  readonly actions: Trigger[];
}

export interface RuleSubject {
  readonly label: string;
  readonly shape: ValueShape;
  readonly controls: readonly ControlInterface[];
  readonly isReported: boolean;
  readonly isWritable: boolean;
}

type Phrase = readonly [id: string, condition: Trigger['condition'], words: string];

function suffixOf(shape: ValueShape): string {
  return shape.kind === 'number' ? shape.unit.suffix : '';
}

function rule({ label, shape, controls }: RuleSubject, [id, condition, words]: Phrase): Trigger {
  const requested = condition === 'changes' ? [] : controls;
  const isWhole = shape.kind !== 'composite';
  return {
    id,
    condition,
    inputs: requested.map((control) => ({
      controlInterfaceId: control.id,
      id: control.id,
      path: [{ source: '$', target: isWhole ? '$' : `$.${control.id}` }],
    })),
    inputsLabel: requested.map((control) => `{{${control.id}}}${suffixOf(shape)}`).join(', '),
    label: `${label} ${words}`,
    predicateLabel: words,
  };
}

const BECOMES: readonly Phrase[] = [['becomes', 'equals', 'becomes']];
const CHANGES: Phrase = ['changes', 'changes', 'changes'];

function triggerPhrases(shape: ValueShape): readonly Phrase[] {
  switch (shape.kind) {
    case 'number':
      return [
        ['rises-above', 'greater-than', 'rises above'],
        ['falls-below', 'less-than', 'falls below'],
        CHANGES,
      ];
    case 'event':
      return [
        ['happens', 'equals', 'is'],
        ['happens-at-all', 'changes', 'is anything'],
      ];
    case 'color':
    case 'composite':
    case 'list':
      return [CHANGES];
    default:
      return [...BECOMES, CHANGES];
  }
}

function statePhrases(shape: ValueShape): readonly Phrase[] {
  switch (shape.kind) {
    case 'number':
      return [
        ['is-above', 'greater-than', 'is above'],
        ['is-below', 'less-than', 'is below'],
      ];
    case 'boolean':
    case 'color':
      return [['is', 'equals', 'is']];
    case 'choice':
    case 'text':
      return [
        ['is', 'equals', 'is'],
        ['is-not', 'not-equals', 'is not'],
      ];
    default:
      return [];
  }
}

/** Returns the phrases of actions. An action's value is the one that makes its condition true. */
function actionPhrases(controls: readonly ControlInterface[]): readonly Phrase[] {
  if (controls.length === 0) return [];
  return controls.every((control) => control.controlInterface === 'button')
    ? [['press', 'equals', 'now']]
    : [['set', 'equals', 'set to']];
}

export function rulesOf(subject: RuleSubject): Rules {
  const write = (phrases: readonly Phrase[]) => phrases.map((phrase) => rule(subject, phrase));
  return {
    triggers: subject.isReported ? write(triggerPhrases(subject.shape)) : [],
    states: subject.isReported ? write(statePhrases(subject.shape)) : [],
    actions: subject.isWritable ? write(actionPhrases(subject.controls)) : [],
  };
}
