import { type Address, addressKey } from '@azulejo/model';
import { type Compiling, isPart, type Part } from '../compile/context.ts';
import type { Operation } from '../compiled.ts';
import { always } from '../offer.ts';
import type { Piece } from '../words/clauses.ts';
import { fill } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { isGiven, peopleWord, unknownPart, type Wording, word } from '../words/wording.ts';
import { type Form, inContext } from '../workers/form.ts';
import { type Members, pick } from '../workers/unit.ts';
import type { StepKind } from './step-kind.ts';

const NOTIFICATION = ['title', 'text', 'values', 'to'];
const form: Form = {
  words: ['notify'],
  toRule: (part, places) =>
    part['kind'] !== 'notify'
      ? undefined
      : inContext(places, 'notification', {
          is: 'notify',
          ...pick(part['notify'] as Members, NOTIFICATION),
          ...pick(part, ['for']),
        }),
  toPart: (rule) => ({ kind: 'notify', notify: pick(rule, NOTIFICATION), ...pick(rule, ['for']) }),
};

const messages = { notify: '[tell] {who} “{text}”', titled: '{title}: {text}' };

/** Notifies people. */
export const notify: StepKind = {
  messages,

  compile: (context, part, path) => notifyOf(context, isPart(part['notify']) ? part['notify'] : {}, path),
  skippedAs: 'notify',
  phrase: (step, path, wording) => phraseNotify(step['notify'], `${path}.notify`, wording),
  form,

  offers: always('other', { part: { kind: 'notify', notify: { text: '' } }, as: 'notify' }),
};

function notifyOf(context: Compiling, notify: Part, path: string): Operation | undefined {
  const { facts, problems, names } = context;
  const { title, text, values, to } = notify;
  if (typeof text !== 'string')
    return problems.add(`${path}.notify.text`, 'invalid_value', 'Write a message.');
  const named = Object.entries(isPart(values) ? values : {}).map(([name, address]) => {
    const key = isPart(address) ? addressKey(address as unknown as Address) : '';
    const known = facts.properties.get(key);
    if (known) {
      const { channel, component, property } = known;
      names.set(key, { channel, component, property });
    } else
      problems.add(`${path}.notify.values.${name}`, 'unknown_property', 'This property no longer exists.');
    return { name, key };
  });
  const recipients = Array.isArray(to) ? to.map(String) : [facts.owner];
  return {
    op: 'notify',
    title: typeof title === 'string' ? title : null,
    text,
    values: named,
    to: recipients,
  };
}

function phraseNotify(notify: unknown, path: string, wording: Wording): Piece[] {
  if (!isGiven(notify)) return unknownPart(wording, path);
  const { names, speech } = wording;
  const values = isGiven(notify['values']) ? notify['values'] : {};
  const message = String(notify['text'] ?? '').replace(/\{\{(\w+)\}\}/g, (all, name: string) => {
    const address = Object.hasOwn(values, name) ? values[name] : undefined;
    const label = isGiven(address) ? names.property(address as never)?.property.label : undefined;
    return `[${label ?? name ?? all}]`;
  });
  // The sentence around the message has its own full stop.
  const text = message.replace(/(?<=[^.])\.$/, '');
  const { title } = notify;
  const step = translated(messages, speech.words.step);
  const content = typeof title === 'string' ? fill(step.titled, { title, text }).join('') : text;
  return fill(
    step.notify,
    {
      who: peopleWord(wording, notify['to'], `${path}.to`, 'and'),
      text: word(content, `${path}.text`, 'text'),
    },
    { path, role: 'verb' },
  );
}
