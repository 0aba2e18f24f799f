import { canConvert, convert, findUnit, shownDecimals } from '@azulejo/units';
import type { ValueTest } from '../compiled.ts';
import type { PropertyFacts } from '../facts.ts';
import { type Compiling, type Part, storedThreshold, storedValue, type Threshold } from './context.ts';
import { above, below, differs, equals, shownAs } from './tests.ts';

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
    const same = sameTest(shownNumber(part, first), stored);
    const near = nearestStep(stored, first);
    if (!first.accepts(stored) && !(first.accepts(near) && same(near, null) === true))
      return context.problems.add(`${path}.value`, 'invalid_value', 'The property never has this value.');
    return comparison === 'equals' ? same : differs(same);
  }
  if (typeof stored !== 'number')
    return context.problems.add(`${path}.value`, 'invalid_value', 'Compare with a number.');
  const threshold = storedThreshold(comparison, part, first, stored);
  warnOfLimits(context, threshold, first, path);
  const { is, value, leeway } = threshold;
  return is === 'above' ? above(value, leeway) : below(value, leeway);
}

/** The most decimals that a person types. */
const MAX_DECIMALS = 6;

/** A number as it is shown: in a unit and with some decimals. `from` is the unit in which the property is stored. */
export type ShownNumber = {
  readonly value: number;
  readonly decimals: number;
  readonly from: string;
  readonly to: string;
};

/**
 * Returns how the number of a part is shown. Numbers with a unit are the same if they are shown as the same: a sensor
 * with steps of 0.1 °C never measures 70 °F exactly. A person who types more decimals than are shown means all of them.
 */
export function shownNumber({ value, unit }: Part, facts: PropertyFacts): ShownNumber | undefined {
  const from = findUnit(facts.unit);
  const to = typeof unit === 'string' ? findUnit(unit) : from;
  if (typeof value !== 'number' || !from || !to || !canConvert(from, to)) return undefined;
  const typed = String(value).split('.')[1]?.length ?? 0;
  const decimals = Math.max(typed, shownDecimals(from, to, facts.step));
  return decimals > MAX_DECIMALS ? undefined : { value, decimals, from, to };
}

/** Returns whether a stored value is the same as a shown number, if there is one, and else as `stored`. */
export const sameTest = (shown: ShownNumber | undefined, stored: unknown): ValueTest =>
  shown
    ? shownAs(shown.value, shown.decimals, (each) => convert(each, shown.from, shown.to))
    : equals(stored);

/** Returns the value of the device's steps that is nearest to another one. */
function nearestStep(value: unknown, { step, minimum = 0 }: PropertyFacts): unknown {
  if (typeof value !== 'number' || step === undefined || step <= 0) return value;
  return Number((minimum + Math.round((value - minimum) / step) * step).toFixed(MAX_DECIMALS));
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
