import type { Evaluate } from '../compiled.ts';
import type { Truth } from '../decision.ts';
import { fill, joined } from '../words/message.ts';
import { translated } from '../words/own-messages.ts';
import { asList, unknownPart } from '../words/wording.ts';
import type { ConditionKind } from './condition-kind.ts';

/** More conditions than a definition can have are not compiled. */
const MAX_CONDITIONS = 50;

export function grouped(
  id: string,
  inner: readonly Evaluate[],
  combine: (truths: Truth[]) => Truth,
): Evaluate {
  return (view, verdicts) => {
    const place = verdicts.length;
    const is = combine(inner.map((evaluate) => evaluate(view, verdicts)));
    // A group comes before its parts, but is known after them.
    verdicts.splice(place, 0, { id, is });
    return is;
  };
}

/** Returns the kind of a group, whose conditions are combined. */
export const groupOf = <Name extends 'all' | 'any'>(
  name: Name,
  messages: Readonly<Record<Name, string>>,
  combine: (truths: readonly Truth[]) => Truth,
): ConditionKind => ({
  messages,

  compile({ context, id, inner }, part, path) {
    const parts = part[name];
    if (!Array.isArray(parts)) return context.problems.add(path, 'invalid_part', 'This is not a condition.');
    const compiled = parts
      .slice(0, MAX_CONDITIONS + 1)
      .map((each, index) => inner(each, `${path}.${name}[${index}]`));
    return grouped(
      id,
      compiled.filter((each) => each !== undefined),
      combine,
    );
  },

  phrase(given, path, wording, inner) {
    const { condition, joints } = wording.speech.words;
    const members = asList(given[name]);
    if (members.length === 0) return unknownPart(wording, `${path}.${name}`);
    const joint = name === 'all' ? joints.innerAnd : joints.innerOr;
    const list = members.flatMap((each, index) => [
      ...(index === 0 ? [] : [joint]),
      ...inner(each, `${path}.${name}[${index}]`),
    ]);
    return members.length === 1 ? joined(list) : fill(translated(messages, condition)[name], { list });
  },

  loop(part, _facts, inner) {
    const parts = asList(part[name]).map(inner);
    return name === 'all' ? { all: parts } : { any: parts };
  },
});
