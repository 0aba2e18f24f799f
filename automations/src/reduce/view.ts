import type { CompiledCondition, View } from '../compiled.ts';
import type { Truth, Verdict } from '../decision.ts';
import type { Active, Reducing } from './context.ts';

/** Evaluates a condition at the values as of the input. */
export function judge(
  { home, state }: Reducing,
  { own }: Active,
  condition: CompiledCondition | undefined,
): { is: Truth; verdicts: Verdict[] } {
  const verdicts: Verdict[] = [];
  if (!condition) return { is: true, verdicts };
  const view: View = { values: state.values, at: state.at, calendar: home.calendar, truths: own.truths };
  return { is: condition.evaluate(view, verdicts), verdicts };
}
