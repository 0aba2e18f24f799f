import type { AutomationDefinition } from '@azulejo/contract';
import fc from 'fast-check';

type Members = { readonly [name: string]: unknown };

const maybe = <Value>(name: string, value: fc.Arbitrary<Value>) =>
  fc.option(value, { nil: undefined }).map((each) => (each === undefined ? {} : { [name]: each }));
const members = (...parts: fc.Arbitrary<Members>[]): fc.Arbitrary<Members> =>
  fc.tuple(...parts).map((all) => Object.assign({}, ...all) as Members);
const constant = (value: Members) => fc.constant(value);

const duration = fc.constantFrom('PT1S', 'PT5M', 'P1D');
const time = fc.constantFrom('07:00', '23:59');
const days = fc.subarray(['mo', 'tu', 'we', 'su'], { minLength: 1 });
// The unit `binary` of fast-check first makes a table of all code points, which takes a second.
const codePoint = fc
  .nat(0x10_ff_ff)
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code));
const text = fc.string({ minLength: 1, maxLength: 12, unit: codePoint });
const value = fc.oneof(
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0),
  text,
  fc.constant(null),
  fc.record({ h: fc.nat(360), s: fc.constant(0.1), v: fc.constant(null) }),
);
const address = fc.record({
  channel: fc.constantFrom('A', 'B', 'ctx'),
  component: fc.constantFrom('left', 'right', 'time'),
  property: fc.constantFrom('status', 'level'),
});
const group = fc.constant({ class: 'battery.battery', of: 'any' });

const target = fc.oneof(
  { weight: 9, arbitrary: address.map((property) => ({ property })) },
  { weight: 1, arbitrary: group.map((properties) => ({ properties })) },
);
const comparison = (words: string[], ...others: fc.Arbitrary<Members>[]) =>
  members(
    constant({ kind: 'property' }),
    target,
    fc.constantFrom(...words).map((is) => ({ is })),
    maybe('value', value),
    maybe('unit', fc.constant('celsius')),
    ...others,
  );
const people = (words: string[], ...others: fc.Arbitrary<Members>[]) =>
  members(
    constant({ kind: 'person' }),
    fc.constantFrom(...words).map((person) => ({ person })),
    constant({ place: 'home' }),
    maybe('who', fc.constant(['U1', 'U2'])),
    ...others,
  );
const deviceIn = (words: string[], ...others: fc.Arbitrary<Members>[]) =>
  members(
    constant({ kind: 'device' }),
    fc.constantFrom(...words).map((device) => ({ device })),
    fc.constantFrom('A', 'B').map((channel) => ({ channel })),
    ...others,
  );
const sun = members(
  fc.constantFrom('sunrise', 'sunset').map((event) => ({ event })),
  maybe('offset', fc.constant('-PT15M')),
  maybe('days', days),
);

const trigger = fc.oneof(
  {
    weight: 6,
    arbitrary: comparison(
      ['becomes', 'stops-being', 'rises-above', 'falls-below', 'changes', 'reports'],
      maybe('leeway', fc.constant(0.5)),
      maybe('for', duration),
    ),
  },
  members(
    time.map((at) => ({ at })),
    maybe('days', days),
  ).map((inner) => ({ kind: 'time', time: inner })),
  sun.map((inner) => ({ kind: 'sun', sun: inner })),
  duration.map((every) => ({ kind: 'interval', every })),
  people(['arrives', 'leaves']),
  deviceIn(['unreachable', 'reachable', 'silent'], maybe('for', duration)),
  fc.constantFrom<Members>({ kind: 'webhook', webhook: true }, { kind: 'scene', scene: 'S1' }),
);

const term = fc.oneof(
  comparison(['is', 'is-not', 'above', 'below'], maybe('since', duration)),
  members(maybe('from', time), maybe('to', time), maybe('days', days)).map((inner) => ({
    kind: 'time',
    time: inner,
  })),
  fc.constantFrom('up', 'down').map((state) => ({ kind: 'sun', sun: state })),
  people(['is-at', 'is-not-at'], maybe('of', fc.constantFrom('any', 'every'))),
  deviceIn(['unreachable', 'reachable']),
);
const terms = fc.array(term, { minLength: 1, maxLength: 3 });
const nestedTerm = term.map((not): Members => ({ kind: 'not', not }));
const condition = fc.oneof(
  { weight: 3, arbitrary: term },
  { weight: 6, arbitrary: terms.map((all): Members => ({ kind: 'all', all })) },
  { weight: 1, arbitrary: terms.map((any): Members => ({ kind: 'any', any })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(terms, nestedTerm)
      .map(([all, not]): Members => ({ kind: 'all', all: [...all, not] })),
  },
);

const forTriggers = maybe('for', fc.constant(['t1']));
const setting = members(
  constant({ kind: 'set' }),
  fc.oneof(
    { weight: 19, arbitrary: address.map((set) => ({ set })) },
    { weight: 1, arbitrary: group.map((properties) => ({ set: { properties } })) },
  ),
  value.map((each) => ({ value: each })),
  maybe('unit', fc.constant('percentage')),
  maybe('only', fc.constantFrom('if-different', 'always')),
  maybe('else', fc.constantFrom('go-on', 'stop')),
  forTriggers,
);
const notification = members(
  members(
    maybe('title', text),
    text.map((each) => ({ text: each })),
    maybe('values', fc.constant({ hall: { channel: 'A', component: 'left', property: 'level' } })),
    maybe('to', fc.constant(['U2'])),
  ).map((notify) => ({ kind: 'notify', notify })),
  forTriggers,
);
const step = fc.oneof(
  { weight: 8, arbitrary: setting },
  {
    weight: 3,
    arbitrary: members(
      duration.map((wait) => ({ kind: 'wait', wait })),
      forTriggers,
    ),
  },
  { weight: 2, arbitrary: notification },
  { weight: 2, arbitrary: members(constant({ kind: 'scene', scene: 'S1' }), forTriggers) },
  fc.constantFrom<Members>(
    { kind: 'automation', automation: 'A2', as: 'run' },
    { kind: 'webhook', webhook: { url: 'https://example.org' } },
    { kind: 'wait-until', waitUntil: { kind: 'sun', sun: 'up' }, atMost: 'PT1H' },
    { kind: 'if', if: { kind: 'sun', sun: 'up' }, then: [{ kind: 'wait', wait: 'PT1S' }] },
  ),
);

/** Triggers are often of one device, so that many automations can be edited. */
const triggers = fc.oneof(
  { weight: 3, arbitrary: fc.array(trigger, { minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.array(trigger, { maxLength: 3 }) },
);

/** Any definition of valid form, with or without what apps can edit. */
export const anyDefinition: fc.Arbitrary<AutomationDefinition> = fc
  .record({
    when: triggers,
    onlyIf: fc.option(condition, { nil: undefined, freq: 3 }),
    then: fc.array(step, { minLength: 1, maxLength: 4 }),
  })
  .map(({ when, onlyIf, then }) => {
    const definition: unknown = { label: 'Any', when, ...(onlyIf && { onlyIf }), then };
    return definition as AutomationDefinition;
  });

const isPlain = ({ kind, properties }: Members): boolean =>
  !['any', 'all', 'not'].includes(String(kind)) && properties === undefined;

/** Returns the part of the home to which a trigger belongs in the apps; undefined if to none. */
function ownerOf(trigger: Members): string | undefined {
  const { kind, properties } = trigger;
  if (kind === 'webhook' || kind === 'scene' || properties !== undefined) return undefined;
  const { property } = trigger as { property?: { channel: string; component: string } };
  if (property) return `${property.channel}/${property.component}`;
  if (kind === 'device') return `${String(trigger['channel'])}/part`;
  return kind === 'person' ? 'ctx/location' : 'ctx/time';
}

/** Returns whether the editors of both apps can hold a definition, written independently of the codec. */
export function isEditableByHand({ when, onlyIf, then }: AutomationDefinition): boolean {
  const owners = new Set(when.map(ownerOf));
  if (owners.size !== 1 || owners.has(undefined)) return false;
  const terms: readonly Members[] = onlyIf?.kind === 'all' ? onlyIf.all : onlyIf ? [onlyIf] : [];
  if (!terms.every(isPlain)) return false;
  const letters = then.map((each: Members) => {
    const { kind, set } = each;
    if (kind === 'wait') return 'w';
    if (kind === 'set') return (set as Members)['property'] === undefined ? 'x' : 's';
    return kind === 'notify' || kind === 'scene' ? 's' : 'x';
  });
  return /^(w?s)+$/.test(letters.join(''));
}
