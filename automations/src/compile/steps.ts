import type { CompiledStep, Operation, SetTarget } from '../compiled.ts';
import { isEqual } from '../equality.ts';
import { stepKindOf } from '../steps/index.ts';
import { compileCondition } from './condition.ts';
import { type Compiling, isPart, type Part } from './context.ts';

const MAX_STEPS = 50;

/**
 * Compiles all steps into one flat list, in which a run remembers only its place. `marksEnds` says whether steps that
 * end what earlier ones began are marked.
 */
export function compileSteps(
  context: Compiling,
  parts: unknown,
  path: string,
  marksEnds: boolean,
): CompiledStep[] {
  const steps: CompiledStep[] = [];
  let count = 0;

  function addAll(list: unknown, at: string, wanted: ReadonlySet<string> | undefined): void {
    if (!Array.isArray(list)) return;
    for (const [index, part] of list.slice(0, MAX_STEPS + 1).entries()) {
      count += 1;
      if (count > MAX_STEPS + 1) return;
      if (isPart(part)) addOne(part, `${at}[${index}]`, wanted);
      else context.problems.add(`${at}[${index}]`, 'invalid_part', 'This is not a step.');
    }
  }

  function addOne(part: Part, at: string, outer: ReadonlySet<string> | undefined): void {
    const id = String(part['id']);
    const wanted = triggersOf(context, part['for'], `${at}.for`) ?? outer;
    const place = steps.length;
    const push = (operation: Operation) => {
      steps.push({ id, operation, for: wanted, end: steps.length + 1 });
    };
    if (part['kind'] !== 'if') {
      // A step keeps its place in the list, which a run that has begun remembers.
      push(operationOf(context, part, at) ?? skipOf(part));
      return;
    }
    const condition = compileCondition(context, part['if'], `${at}.if`);
    push({ op: 'jump', to: 0 });
    addAll(part['then'], `${at}.then`, wanted);
    const jump = steps.length;
    push({ op: 'jump', to: 0 });
    addAll(part['else'], `${at}.else`, wanted);
    const end = steps.length;
    steps[jump] = { id, operation: { op: 'jump', to: end }, for: wanted, end };
    if (condition)
      steps[place] = { id, operation: { op: 'if', condition, orElse: jump + 1 }, for: wanted, end };
  }

  addAll(parts, path, undefined);
  if (count > MAX_STEPS) context.problems.add(path, 'too_many', `At most ${MAX_STEPS} steps.`);
  return marksEnds ? withEnds(steps) : steps;
}

/** Marks what sets a property to another value than an earlier step has set it to: off, close, stop or back. */
function withEnds(steps: readonly CompiledStep[]): CompiledStep[] {
  const begun = new Map<string, unknown[]>();
  return steps.map((step) => {
    const { operation } = step;
    if (operation.op !== 'set') return step;
    const targets = operation.targets.map((target): SetTarget => {
      const values = begun.get(target.key) ?? [];
      begun.set(target.key, [...values, target.value]);
      return { ...target, isEnd: values.some((value) => !isEqual(value, target.value)) };
    });
    return { ...step, operation: { ...operation, targets } };
  });
}

function triggersOf(
  { triggerIds, problems }: Compiling,
  wanted: unknown,
  path: string,
): Set<string> | undefined {
  if (!Array.isArray(wanted)) return undefined;
  for (const [index, id] of wanted.entries())
    if (!triggerIds.has(id)) problems.add(`${path}[${index}]`, 'unknown_trigger', 'No trigger has this id.');
  return new Set(wanted);
}

function operationOf(context: Compiling, part: Part, path: string): Operation | undefined {
  const kind = stepKindOf(part);
  return kind?.compile
    ? kind.compile(context, part, path)
    : context.problems.add(path, 'invalid_part', 'This is not a step.');
}

const skipOf = (part: Part): Operation => ({
  op: 'skip',
  kind: stepKindOf(part)?.skippedAs ?? 'notify',
  stopsOnFailure: part['else'] === 'stop',
});
