import type { AutomationDefinition } from '@azulejo/contract';
import { withValueAt } from './path.ts';

const COMPARISONS: readonly unknown[] = ['becomes', 'stops-being', 'rises-above', 'falls-below'];

/** Returns whether a trigger may fire again with each report: one that becomes so, and need not last. */
export function canRetrigger(trigger: unknown): boolean {
  const { is, for: lasting } = trigger as Readonly<Partial<Record<'is' | 'for', unknown>>>;
  return COMPARISONS.includes(is) && lasting === undefined;
}

/** Lets a trigger fire again with each report, and its automation start over then. */
export function withRetrigger(definition: AutomationDefinition, path: string): AutomationDefinition {
  const { mode = 'single' } = definition;
  const next = withValueAt(definition, `${path}.retrigger`, true);
  return { ...next, mode: mode === 'single' ? 'restart' : mode };
}
