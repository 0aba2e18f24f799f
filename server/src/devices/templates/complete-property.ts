import type { TemplateProperty } from '@azulejo/contract';

type Given = Readonly<Record<string, unknown>>;
type Control = TemplateProperty['controlInterfaces'][number];
type Trigger = TemplateProperty['triggers'][number];

type Context = {
  index: number;
  /** The types of the template's components. */
  types: readonly string[];
  schemas: Readonly<Record<string, Given>>;
};

/** The schemas that a tile can switch. */
const SWITCHED = ['boolean', 'on-off'];

const NO_UNITS = { vendorUnit: '', targetMetric: '', targetImperial: '' };

/** Units in which devices usually report, by schema: reported, and shown to users of either system. */
const units: Readonly<Record<string, readonly [string, string, string]>> = {
  temperature: ['celsius', 'celsius', 'fahrenheit'],
  'temperature-difference': ['celsius', 'celsius', 'celsius'],
  power: ['watt', 'watt', 'watt'],
  energy: ['kph', 'kph', 'kph'],
  voltage: ['volt', 'volt', 'volt'],
  current: ['ampere', 'ampere', 'ampere'],
  illuminance: ['lux', 'lux', 'lux'],
  pressure: ['mbar', 'mbar', 'inhg'],
  frequency: ['hertz', 'hertz', 'hertz'],
  duration: ['second', 'second', 'second'],
  length: ['meter', 'meter', 'yard'],
  volume: ['liter', 'liter', 'gallon'],
};

/** Adds missing members after the existing ones, so that a complete template keeps its order. */
export const withDefaults = (given: Given, defaults: Given): Given => ({
  ...given,
  ...Object.fromEntries(Object.entries(defaults).filter(([name]) => given[name] === undefined)),
});

/** Fills in what follows from `label`, `schema` and `io`. Members that the file has are kept. */
export function completeProperty(property: unknown, { index, types, schemas }: Context): unknown {
  if (typeof property !== 'object' || property === null || Array.isArray(property)) return property;
  const given = property as Given;
  const { label } = given;
  const schema = textOf(given['schema']);
  const io = typeof given['io'] === 'string' ? given['io'] : 'rs';
  const name = typeof label === 'string' ? label : textOf(given['id']);
  const extension = (given['schemaExtension'] ?? {}) as Given;
  const shape = { ...schemas[schema], ...extension };
  const [isWritten, isReported] = [io.includes('w'), /[rs]/.test(io)];
  const controls = given['controlInterfaces'] ?? controlsOf(schema, shape);
  const rules = rulesOf(name, Array.isArray(controls) ? controls : []);
  const isAction = isWritten && isReported && SWITCHED.includes(schema);
  // A text such as "constructor" is a member of every object.
  const known = Object.hasOwn(units, schema) ? units[schema] : undefined;
  const [vendorUnit, targetMetric, targetImperial] = known ?? ['', '', ''];
  return withDefaults(given, {
    id: slugOf(name),
    label: name,
    agentLabel: name.toLowerCase(),
    classes: [],
    components: types,
    io,
    schemaExtension: {},
    isActionable: isWritten && rules.actions.length > 0,
    isStateful: isReported,
    isTriggerable: isReported,
    mainActionPriority: isAction ? index + 1 : 0,
    mainInformationPriority: isReported && !isAction ? index + 1 : 0,
    onChange: true,
    rateLimit: 0,
    requiredCapabilities: [],
    unitsOptions: vendorUnit === '' ? NO_UNITS : { vendorUnit, targetMetric, targetImperial },
    controlInterfaces: controls,
    triggers: isReported ? rules.triggers : [],
    states: isReported ? rules.states : [],
    actions: isWritten ? rules.actions : [],
  });
}

/** Returns an id as text. An object or a list is not an id, and may have no text. */
const textOf = (value: unknown): string => (typeof value === 'object' ? '' : String(value ?? ''));

/** Turns `Set point (day)` into `set-point-day`. */
const slugOf = (label: string): string =>
  (
    label
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  ).join('-');

const labelOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns the control that edits a value of the schema; none for values with members. */
function controlsOf(schema: string, shape: Given): Control[] {
  const of = (controlInterface: Control['controlInterface'], config: Given = {}): Control[] => [
    { id: 'value', controlInterface, config: { ...config } },
  ];
  if (schema === 'color-hsv') return of('color', { format: 'hsv' });
  const choices = shape['enum'];
  if (Array.isArray(choices))
    return of('text-picker', { options: choices.map((value) => ({ label: labelOf(value), value })) });
  const { minimum: min, maximum: max, multipleOf: step } = shape;
  switch (shape['type']) {
    case 'boolean':
      return of('switch', { on: 'On', off: 'Off' });
    case 'number':
    case 'integer':
      if (typeof min === 'number' && typeof max === 'number' && max > min)
        return of('slider', { min, max, step: typeof step === 'number' ? step : 1 });
      return of('number', typeof min === 'number' ? { min } : {});
    case 'string':
      return of('text');
    default:
      return [];
  }
}

/** Returns what automations offer: that the value changes, and for one control also its comparison. */
function rulesOf(label: string, controls: readonly Control[]) {
  const [control] = controls;
  const rule = (id: string, words: string, condition: Trigger['condition'], isCompared = true): Trigger => ({
    id,
    condition,
    inputs:
      isCompared && control
        ? [{ controlInterfaceId: control.id, id: 'value', path: [{ source: '$', target: '$' }] }]
        : [],
    inputsLabel: isCompared ? '{{value}}' : '',
    label: `${label} ${words}`,
    predicateLabel: words,
  });
  const changes = rule('changes', 'changes', 'changes', false);
  if (!control) return { triggers: [changes], states: [], actions: [] };
  const isNumber = control.controlInterface === 'slider' || control.controlInterface === 'number';
  return {
    triggers: isNumber
      ? [
          rule('rises-above', 'rises above', 'greater-than'),
          rule('falls-below', 'falls below', 'less-than'),
          changes,
        ]
      : [rule('becomes', 'becomes', 'equals'), changes],
    states: isNumber
      ? [rule('is-above', 'is above', 'greater-than'), rule('is-below', 'is below', 'less-than')]
      : [rule('is', 'is', 'equals')],
    actions: [rule('set', 'set to', 'equals')],
  };
}
