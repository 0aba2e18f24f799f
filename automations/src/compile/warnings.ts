import type { AutomationCondition, AutomationDefinition } from '@azulejo/contract';
import { isEqual } from '../equality.ts';
import { comparisonOf } from './comparison.ts';
import { type Compiling, isPart, type Part } from './context.ts';

/**
 * Warns when a condition can never be true at the moment of the trigger, because both name the same property:
 * falling below 16 and being above 18. Only plain conditions that must all be true are looked at.
 */
export function warnOfContradictions({ problems }: Compiling, { when, onlyIf }: AutomationDefinition): void {
  for (const { part, path } of conjuncts(onlyIf, 'onlyIf')) {
    if (when.length > 0 && when.every((trigger) => contradicts(trigger, part)))
      problems.add(path, 'never_true', 'This can never be true at the moment of the trigger.', 'warning');
  }
}

function conjuncts(condition: AutomationCondition | undefined, path: string): { part: Part; path: string }[] {
  if (!isPart(condition)) return [];
  return condition.kind === 'all'
    ? condition.all.flatMap((each, index) => conjuncts(each, `${path}.all[${index}]`))
    : [{ part: condition, path }];
}

function contradicts(trigger: Part, condition: Part): boolean {
  if (trigger['property'] === undefined || !isEqual(trigger['property'], condition['property'])) return false;
  if (!isEqual(trigger['unit'], condition['unit'])) return false;
  const [first, second] = [comparisonOf(trigger['is']), comparisonOf(condition['is'])];
  if (
    first &&
    second &&
    trigger['for'] === undefined &&
    condition['since'] !== undefined &&
    condition['is'] === 'is'
  )
    return true;
  const [a, b] = [trigger['value'], condition['value']];
  if (first === 'equals' && second === 'equals') return !isEqual(a, b);
  if (first === 'equals' && second === 'differs') return isEqual(a, b);
  if (first === 'differs' && second === 'equals') return isEqual(a, b);
  if (typeof a !== 'number' || typeof b !== 'number') return false;
  return (
    (first === 'above' && second === 'below' && a >= b) || (first === 'below' && second === 'above' && a <= b)
  );
}

/** Warns of a step that switches the automation itself off, and so ends the run, before other steps. */
export function warnOfOwnEnd(context: Compiling, id: string, steps: unknown): void {
  look(steps, 'then', false);

  function look(list: unknown, path: string, goesOn: boolean): void {
    if (!Array.isArray(list)) return;
    for (const [index, step] of list.entries()) {
      if (!isPart(step)) continue;
      const isFollowed = goesOn || index < list.length - 1;
      const at = `${path}[${index}]`;
      if (
        step['kind'] === 'automation' &&
        step['automation'] === id &&
        step['as'] === 'switch-off' &&
        isFollowed
      )
        context.problems.add(at, 'ends_itself', 'This ends the run before its other steps.', 'warning');
      for (const branch of ['then', 'else']) look(step[branch], `${at}.${branch}`, isFollowed);
    }
  }
}
