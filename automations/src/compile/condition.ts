import type { CompiledCondition, Evaluate } from '../compiled.ts';
import { conditionKindOf } from '../conditions/index.ts';
import { type Compiling, isPart } from './context.ts';
import type { Collected } from './members.ts';

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
  const kind = isPart(part) ? conditionKindOf(part) : undefined;
  if (!isPart(part) || !kind) return context.problems.add(path, 'invalid_part', 'This is not a condition.');
  const id = String(part['id']);
  const inner = (each: unknown, at: string) => compilePart(context, collected, each, at, depth + 1);
  const evaluate = kind.compile({ context, collected, id, inner }, part, path);
  if (evaluate) return evaluate;
  collected.isIncomplete = true;
  return unknown(id);
}

const unknown =
  (id: string): Evaluate =>
  (_view, verdicts) => {
    verdicts.push({ id, is: null, value: null });
    return null;
  };
