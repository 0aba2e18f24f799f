import { isReadable } from '@azulejo/model';
import type { CompiledCondition, Evaluate, Member, ValueTest } from '../compiled.ts';
import type { Truth, Verdict } from '../decision.ts';
import { parseTimeOfDay } from '../duration.ts';
import { accessOf } from '../facts.ts';
import { testOf } from './comparison.ts';
import {
  type Compiling,
  daysOf,
  durationOf,
  isPart,
  memberOf,
  type Part,
  propertiesOf,
  warnWithoutZone,
} from './context.ts';
import { isAt, isNotAt, reachable, unreachable } from './tests.ts';
import { peopleOf } from './trigger.ts';
import { all, not, some } from './truths.ts';

type Held = CompiledCondition['held'][number];

/** The data that is collected from all parts of a condition. */
type Collected = {
  members: Member[];
  held: Held[];
  dependsOnTime: boolean;
  isIncomplete: boolean;
  count: number;
};

const MAX_DEPTH = 5;
const MAX_CONDITIONS = 50;

/** Compiles a condition with all of its parts; a part with a problem is unknown. Undefined if it is no condition. */
export function compileCondition(
  context: Compiling,
  part: unknown,
  path: string,
): CompiledCondition | undefined {
  const collected: Collected = {
    members: [],
    held: [],
    dependsOnTime: false,
    isIncomplete: false,
    count: 0,
  };
  const evaluate = compilePart(context, collected, part, path, 1);
  if (collected.count > MAX_CONDITIONS)
    return context.problems.add(path, 'too_many', `At most ${MAX_CONDITIONS} conditions.`);
  const { members, held, dependsOnTime, isIncomplete } = collected;
  return evaluate && { evaluate, members, held, dependsOnTime, isIncomplete };
}

function compilePart(
  context: Compiling,
  collected: Collected,
  part: unknown,
  path: string,
  depth: number,
): Evaluate | undefined {
  collected.count += 1;
  if (depth > MAX_DEPTH) return context.problems.add(path, 'too_deep', `At most ${MAX_DEPTH} levels.`);
  if (!isPart(part)) return context.problems.add(path, 'invalid_part', 'This is not a condition.');
  const id = String(part['id']);
  if (part['kind'] === 'not') {
    const inner = compilePart(context, collected, part['not'], `${path}.not`, depth + 1);
    return inner && grouped(id, [inner], (truths) => not(truths[0] ?? null));
  }
  for (const [word, combine] of [
    ['all', all],
    ['any', some],
  ] as const) {
    const parts = part[word];
    if (part['kind'] !== word || !Array.isArray(parts)) continue;
    const inner = parts
      .slice(0, MAX_CONDITIONS + 1)
      .map((each, index) => compilePart(context, collected, each, `${path}.${word}[${index}]`, depth + 1));
    return grouped(
      id,
      inner.filter((each) => each !== undefined),
      combine,
    );
  }
  const term = compileTerm(context, collected, part, path, id);
  if (term) return term;
  collected.isIncomplete = true;
  return unknown(id);
}

const unknown =
  (id: string): Evaluate =>
  (_view, verdicts) => {
    verdicts.push({ id, is: null, value: null });
    return null;
  };

function grouped(id: string, inner: readonly Evaluate[], combine: (truths: Truth[]) => Truth): Evaluate {
  return (view, verdicts) => {
    const place = verdicts.length;
    const is = combine(inner.map((evaluate) => evaluate(view, verdicts)));
    // A group comes before its parts, but is known after them.
    verdicts.splice(place, 0, { id, is });
    return is;
  };
}

function compileTerm(
  context: Compiling,
  collected: Collected,
  part: Part,
  path: string,
  id: string,
): Evaluate | undefined {
  const { kind, time } = part;
  if (kind === 'property') return ofProperty(context, collected, part, path, id);
  if (kind === 'time' && isPart(time)) return ofTime(context, collected, time, path, id);
  if (kind === 'sun') return ofSun(context, collected, part, path, id);
  if (kind === 'person') {
    const people = peopleOf(context, part, path);
    if (!people) return undefined;
    collected.isIncomplete ||= people.includes(undefined);
    const test = part['person'] === 'is-not-at' ? isNotAt : isAt;
    const members = people.map((address) => address && memberOf(context, address, id));
    return ofMembers(collected, members, test(String(part['place'])), part['of'] === 'any', id);
  }
  if (kind === 'device') {
    const members = accessOf(part['channel'], context.facts).map((each) => memberOf(context, each, id));
    if (members.length === 0)
      return context.problems.add(`${path}.channel`, 'unknown_device', 'This device no longer exists.');
    const isReachable = part['device'] === 'reachable';
    return ofMembers(collected, members, isReachable ? reachable : unreachable, !isReachable, id);
  }
  return context.problems.add(path, 'invalid_part', 'This is not a condition.');
}

function ofProperty(
  context: Compiling,
  collected: Collected,
  part: Part,
  path: string,
  id: string,
): Evaluate | undefined {
  const properties = propertiesOf(context, part, path);
  if (!properties) return undefined;
  if (!properties.found.every(isReadable))
    return context.problems.add(path, 'not_readable', 'The property does not report its value.');
  const test = testOf(context, part, properties.found, path);
  if (!test) return undefined;
  const sinceMs =
    part['since'] === undefined ? undefined : durationOf(context, part['since'], `${path}.since`);
  const members = properties.found.map((each) => memberOf(context, each, id));
  return ofMembers(collected, members, test, properties.of === 'any', id, sinceMs);
}

/**
 * Returns the condition on one or several properties, of which those that are gone are undefined. The verdict names the
 * member that decided it.
 */
function ofMembers(
  collected: Collected,
  members: readonly (Member | undefined)[],
  test: ValueTest,
  isAny: boolean,
  id: string,
  sinceMs?: number,
): Evaluate {
  const present = members.filter((member) => member !== undefined);
  collected.members.push(...present);
  if (sinceMs !== undefined) {
    collected.held.push(...present.map((member) => ({ member, test })));
    collected.dependsOnTime = true;
  }
  return (view, verdicts) => {
    const truths = members.map((member): Truth => {
      if (!member) return null;
      const { key, truthKey } = member;
      const is = test(view.values[key]?.value, null);
      if (is !== true || sinceMs === undefined) return is;
      const held = view.truths[truthKey];
      return held?.is === true && view.at - held.since >= sinceMs;
    });
    const is = isAny ? some(truths) : all(truths);
    verdicts.push({ id, is, ...decidedBy(members[truths.indexOf(is)], view.values) });
    return is;
  };
}

function decidedBy(member: Member | undefined, values: Parameters<Evaluate>[0]['values']): Partial<Verdict> {
  if (!member) return { value: null };
  const { channel, component, property, key } = member;
  const known = values[key];
  const of = { channel, component, property };
  return known ? { value: known.value, since: known.since, of } : { value: null, of };
}

function ofTime(
  context: Compiling,
  collected: Collected,
  time: Part,
  path: string,
  id: string,
): Evaluate | undefined {
  const from = time['from'] === undefined ? 0 : parseTimeOfDay(time['from']);
  const to = time['to'] === undefined ? 0 : parseTimeOfDay(time['to']);
  if (from === undefined || to === undefined)
    return context.problems.add(`${path}.time`, 'invalid_part', 'Use times of day such as 22:00.');
  warnWithoutZone(context, path);
  const window = { from, to, days: daysOf(time['days']) };
  collected.dependsOnTime = true;
  return ({ calendar, at }, verdicts) => {
    const is = calendar.isWithin(window, at);
    verdicts.push({ id, is, value: at });
    return is;
  };
}

function ofSun(
  { facts, problems }: Compiling,
  collected: Collected,
  part: Part,
  path: string,
  id: string,
): Evaluate | undefined {
  if (!facts.hasPosition)
    return problems.add(path, 'no_position', 'Say where home is, for the times of the sun.');
  const isUp = part['sun'] === 'up';
  collected.dependsOnTime = true;
  return ({ calendar, at }, verdicts) => {
    const up = calendar.isSunUp(at);
    const is = up === undefined ? null : up === isUp;
    verdicts.push({ id, is, value: at });
    return is;
  };
}
