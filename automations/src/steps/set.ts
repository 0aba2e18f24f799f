import { addressKey, isWritable } from '@azulejo/model';
import { type Compiling, isPart, type Part, propertiesOf, storedValue } from '../compile/context.ts';
import type { Operation, SetTarget } from '../compiled.ts';
import type { PropertyFacts } from '../facts.ts';
import { compiling } from '../loops/tests-of.ts';
import type { Address, Form } from '../workers/form.ts';
import { pick } from '../workers/unit.ts';
import { asidesOfSet, phraseSet, setMessages } from './set-words.ts';
import type { StepKind } from './step-kind.ts';

const SETTING = ['value', 'unit', 'only', 'else', 'for'];
const form: Form = {
  words: ['set'],
  toRule: (part) => {
    if (part['kind'] !== 'set') return undefined;
    const target = part['set'] as Partial<Address>;
    if (target.property === undefined) return undefined;
    const { channel = '', component = '', property } = target;
    return { channel, component, property, rule: { is: 'set', ...pick(part, SETTING) } };
  },
  toPart: (rule, { channel, component }) => ({
    kind: 'set',
    set: { channel, component, property: rule['property'] },
    ...pick(rule, SETTING),
  }),
};

/** Sets a property, or every property of a group. */
export const set: StepKind = {
  messages: setMessages,
  compile: setOf,
  skippedAs: 'set',
  phrase: phraseSet,
  asides: asidesOfSet,
  loop(part, facts) {
    const found = propertiesOf(compiling(facts), namedIn(part), '')?.found ?? [];
    return found.map((property) => ({
      set: addressKey(property),
      value: storedValue(compiling(facts), part, property, ''),
    }));
  },
  form,
};

/** Returns what is set, in the members by which other parts name it. */
const namedIn = ({ set: named }: Part): Part =>
  isPart(named) && 'properties' in named ? named : { property: named };

function setOf(context: Compiling, part: Part, path: string): Operation | undefined {
  const properties = propertiesOf(context, namedIn(part), `${path}.set`);
  if (!properties) return undefined;
  if (properties.isGroup && properties.of !== 'every')
    return context.problems.add(`${path}.set`, 'invalid_part', 'A step sets every property of a group.');
  const targets = properties.found
    .map((facts) => targetOf(context, part, facts, path))
    .filter((target) => target !== undefined);
  if (targets.length === 0 && properties.found.length > 0) return undefined;
  return {
    op: 'set',
    targets,
    isAlways: part['only'] === 'always',
    stopsOnFailure: part['else'] === 'stop',
  };
}

function targetOf(context: Compiling, part: Part, facts: PropertyFacts, path: string): SetTarget | undefined {
  const { channel, component, property } = facts;
  if (!isWritable(facts))
    return context.problems.add(`${path}.set`, 'not_actionable', 'The property cannot be set.');
  const value = storedValue(context, part, facts, path);
  if (value === undefined || !facts.accepts(value))
    return context.problems.add(`${path}.value`, 'invalid_value', 'The property cannot have this value.');
  const key = addressKey(facts);
  context.names.set(key, { channel, component, property });
  return { channel, component, property, key, value, isEnd: false };
}
