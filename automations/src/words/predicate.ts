import type { NamedProperty } from './names.ts';
import { type Group, type Predicate, predicateOf } from './vocabulary.ts';
import type { Wording } from './wording.ts';

/** Returns the words of a yes-or-no value, with the ending of the gender; undefined for a value without its own. */
export function predicateFor(
  { speech }: Wording,
  property: Pick<NamedProperty['property'], 'classes'> | undefined,
  value: unknown,
  gender: Group['gender'] = 'm',
): Predicate | undefined {
  const key = property && predicateOf(property, value);
  if (key === undefined) return undefined;
  const forms = speech.words.predicates[key][value === true ? 'yes' : 'no'];
  const ended = (text: string) =>
    text.replace(/\((\w*)\|(\w*)\)/g, (_, m: string, f: string) => (gender === 'f' ? f : m));
  return {
    does: ended(forms.does),
    is: ended(forms.is),
    stays: ended(forms.stays),
    has: ended(forms.has),
    did: ended(forms.did),
  };
}

const CONDITIONS: Readonly<Record<string, string>> = {
  becomes: 'equals',
  is: 'equals',
  'is-not': 'not-equals',
  'rises-above': 'greater-than',
  above: 'greater-than',
  'falls-below': 'less-than',
  below: 'less-than',
  changes: 'changes',
};

/**
 * Returns what the template of a device says instead of `becomes`, such as `notices`, and whether a value follows;
 * undefined where it has none of its own.
 */
export function ownPredicate(
  { speech }: Wording,
  property: NamedProperty['property'] | undefined,
  kind: 'triggers' | 'states',
  is: unknown,
): { readonly text: string; readonly hasValue: boolean } | undefined {
  const condition = Object.hasOwn(CONDITIONS, String(is)) ? CONDITIONS[String(is)] : undefined;
  const own = property?.[kind].find((each) => each.condition === condition);
  if (own === undefined || own.predicateLabel === '') return undefined;
  if (Object.values(speech.words.standardPredicates).includes(own.predicateLabel)) return undefined;
  return { text: own.predicateLabel, hasValue: own.inputs.length > 0 };
}
