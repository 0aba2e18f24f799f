import type { ValueTest } from '../compiled.ts';
import type { PropertyFacts } from '../facts.ts';
import { type Compiling, type Part, storedThreshold, storedValue, type Threshold } from './context.ts';
import { above, below, differs, equals } from './tests.ts';

type Comparison = 'equals' | 'differs' | 'above' | 'below';

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  becomes: 'equals',
  is: 'equals',
  'stops-being': 'differs',
  'is-not': 'differs',
  'rises-above': 'above',
  above: 'above',
  'falls-below': 'below',
  below: 'below',
};

/** Returns how a trigger or condition compares; undefined for a word that does not compare. */
export const comparisonOf = (word: unknown): Comparison | undefined =>
  typeof word === 'string' && Object.hasOwn(COMPARISONS, word) ? COMPARISONS[word] : undefined;

/**
 * Returns the test of a property's value, with the value converted into the stored unit. All members of a group get
 * the test of the first, whose unit the others must have.
 */
export function testOf(
  context: Compiling,
  part: Part,
  found: readonly PropertyFacts[],
  path: string,
): ValueTest | undefined {
  const comparison = comparisonOf(part['is']);
  const [first] = found;
  if (comparison === undefined)
    return context.problems.add(`${path}.is`, 'invalid_part', 'Choose how the value is compared.');
  // Nothing can be compared in an empty group, which has its own warning.
  if (first === undefined) return equals(part['value']);
  if (found.some(({ unit }) => unit !== first.unit))
    return context.problems.add(path, 'invalid_unit', 'The properties of this group have different units.');
  const stored = storedValue(context, part, first, path);
  if (stored === undefined)
    return part['value'] === undefined
      ? context.problems.add(`${path}.value`, 'invalid_value', 'Say with which value it is compared.')
      : undefined;
  if (comparison === 'equals' || comparison === 'differs') {
    if (!first.accepts(stored))
      return context.problems.add(`${path}.value`, 'invalid_value', 'The property never has this value.');
    return comparison === 'equals' ? equals(stored) : differs(stored);
  }
  if (typeof stored !== 'number')
    return context.problems.add(`${path}.value`, 'invalid_value', 'Compare with a number.');
  const threshold = storedThreshold(comparison, part, first, stored);
  warnOfLimits(context, threshold, first, path);
  const { is, value, leeway } = threshold;
  return is === 'above' ? above(value, leeway) : below(value, leeway);
}

function warnOfLimits(
  { problems }: Compiling,
  { is, value: threshold }: Threshold,
  { minimum = -Infinity, maximum = Infinity }: PropertyFacts,
  path: string,
): void {
  const isAbove = is === 'above';
  if (isAbove ? threshold >= maximum : threshold <= minimum)
    problems.add(`${path}.value`, 'never_true', 'The property never goes beyond this value.', 'warning');
  if (isAbove ? threshold < minimum : threshold > maximum)
    problems.add(`${path}.value`, 'always_true', 'The property is always beyond this value.', 'warning');
}
