import { type Address, addressKey } from '@azulejo/model';
import { type Piece, textOf } from '../words/clauses.ts';
import { fill } from '../words/message.ts';
import type { Names } from '../words/names.ts';
import { translated } from '../words/own-messages.ts';
import { ofGroup, ofProperty, type Subject } from '../words/subject.ts';
import { valueText } from '../words/value.ts';
import { isCommand, isMain, type VerbKey, verbOf } from '../words/vocabulary.ts';
import { type Given, isGiven, type Wording, word } from '../words/wording.ts';
import type { StepWording } from './step-kind.ts';

/** Its messages in English. */
export const setMessages = {
  always: '[even if already in this state]',
  stopIfFailed: '[stop if this fails]',
};

/** Whether a step is a command. The editor always sends commands, so the sentence does not mention it. */
export function isCommandStep(step: unknown, names: Names): boolean {
  if (!isGiven(step) || !isGiven(step['set'])) return false;
  const { set } = step;
  const group = set['properties'];
  const property = isGiven(group)
    ? { classes: [String(group['class'])] }
    : names.property(set as unknown as Address)?.property;
  return property !== undefined && isCommand(property);
}

/** Returns whether it is set in any case, and whether the run ends if it fails. */
export function asidesOfSet(step: Given, path: string, { names, speech }: Wording): Piece[][] {
  const { always, stopIfFailed } = translated(setMessages, speech.words.step);
  const option = (message: string, member: string) =>
    fill(message, {}, { path: `${path}.${member}`, role: 'option' });
  return [
    ...(step['only'] === 'always' && !isCommandStep(step, names) ? [option(always, 'only')] : []),
    ...(step['else'] === 'stop' ? [option(stopIfFailed, 'else')] : []),
  ];
}

export function phraseSet(step: Given, path: string, wording: StepWording): Piece[] {
  const { set, value } = step;
  const { verbs } = wording.speech.words;
  const use = {
    isObject: true,
    namesProperty: (property: Parameters<typeof isMain>[0]) =>
      isMain(property) || verbOf(property, value) !== undefined,
  };
  const group = isGiven(set) && isGiven(set['properties']) ? set['properties'] : undefined;
  const subject = group
    ? ofGroup(group, `${path}.set.properties`, wording, use)
    : ofProperty(set, `${path}.set`, wording, use);
  const { property } = subject;
  const isButton = property?.controlInterfaces[0]?.controlInterface === 'button';
  const key: VerbKey = (property && verbOf(property, value)) ?? (isButton ? 'press' : 'set');
  const { full: message, again } = verbs[key];
  const holes = {
    device: subject.pieces,
    value: word(valueText(wording, value, step['unit'], property), `${path}.value`, 'value'),
  };
  const verb = { path: key === 'set' ? path : `${path}.value`, role: 'verb' } as const;
  const device = group || property === undefined ? undefined : deviceKey(set, subject);
  const isAgain = device !== undefined && device === wording.last;
  wording.last = device;
  const full = fill(message, holes, verb);
  return isAgain && again !== message ? fill(again, holes, { ...verb, spoken: textOf(full) }) : full;
}

/** Returns the same key for two steps if the sentence has the same name for their devices. */
const deviceKey = (set: unknown, { pieces }: Subject): string | undefined =>
  isGiven(set)
    ? `${addressKey({ channel: String(set['channel']), component: String(set['component']), property: '' })} ${textOf(pieces)}`
    : undefined;
