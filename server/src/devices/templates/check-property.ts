import {
  ACCESS_PROPERTY,
  type ChannelTemplate,
  type ControlInterface,
  type FieldError,
  type TemplateProperty,
} from '@azulejo/contract';
import { canConvert, findUnit } from '@azulejo/units';
import type { Static } from 'typebox';
import { didYouMean } from '../../platform/nearest-name.ts';
import { findExtensionErrors } from './check-extension.ts';
import { findIdErrors } from './check-ids.ts';
import { isConditionOfDevices, isControlOfDevices } from './device-terms.ts';
import type { Served } from './served.ts';

const COUNTS = ['rateLimit', 'mainActionPriority', 'mainInformationPriority'] as const;
const RULES = ['triggers', 'states', 'actions'] as const;
const TARGETS = ['targetMetric', 'targetImperial'] as const;

export function* findPropertyErrors(
  property: TemplateProperty,
  path: string,
  { components }: ChannelTemplate,
  { schemas }: Served,
): Generator<FieldError> {
  if (property.id === ACCESS_PROPERTY)
    yield { field: `${path}.id`, reason: `must not be ${ACCESS_PROPERTY}, which every component has` };
  if (property.components.length === 0)
    yield { field: `${path}.components`, reason: 'must name a component type' };
  for (const [index, type] of property.components.entries())
    if (!components.some((component) => component.type === type))
      yield {
        field: `${path}.components.${index}`,
        reason: `is not a component type of this template: ${type}`,
      };
  if (!Object.hasOwn(schemas, property.schema))
    yield {
      field: `${path}.schema`,
      reason: `is not a known schema: ${property.schema}${didYouMean(property.schema, Object.keys(schemas))}`,
    };
  for (const name of COUNTS)
    if (property[name] < 0) yield { field: `${path}.${name}`, reason: 'must be 0 or more' };
  yield* findExtensionErrors(property.schemaExtension, `${path}.schemaExtension`);
  yield* findUnitErrors(property, `${path}.unitsOptions`);
  yield* findIdErrors(property.controlInterfaces, `${path}.controlInterfaces`);
  for (const [index, control] of property.controlInterfaces.entries())
    yield* findControlErrors(control, `${path}.controlInterfaces.${index}`);
  for (const name of RULES) yield* findRuleErrors(property, name, `${path}.${name}`);
}

function* findUnitErrors({ unitsOptions }: TemplateProperty, path: string): Generator<FieldError> {
  const from = findUnit(unitsOptions.vendorUnit);
  if (unitsOptions.vendorUnit !== '' && from === undefined)
    yield { field: `${path}.vendorUnit`, reason: `is not a known unit: ${unitsOptions.vendorUnit}` };
  for (const name of TARGETS) {
    const target = unitsOptions[name];
    if (target === '') continue;
    const to = findUnit(target);
    const field = `${path}.${name}`;
    if (to === undefined) yield { field, reason: `is not a known unit: ${target}` };
    else if (from !== undefined && !canConvert(from, to))
      yield { field, reason: `cannot be reached from ${unitsOptions.vendorUnit}` };
  }
}

function* findRuleErrors(
  property: TemplateProperty,
  name: (typeof RULES)[number],
  path: string,
): Generator<FieldError> {
  const controls = new Set(property.controlInterfaces.map(({ id }) => id));
  yield* findIdErrors(property[name], path);
  for (const [at, { condition, inputs }] of property[name].entries()) {
    if (!isConditionOfDevices(condition))
      yield { field: `${path}.${at}.condition`, reason: 'is only for the context channel' };
    for (const [index, { controlInterfaceId }] of inputs.entries())
      if (!controls.has(controlInterfaceId))
        yield {
          field: `${path}.${at}.inputs.${index}.controlInterfaceId`,
          reason: `is not a control of this property: ${controlInterfaceId}`,
        };
  }
}

type Config = Readonly<Record<string, unknown>>;

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Checks the settings that apps read for each kind of control. */
function* findControlErrors(
  { controlInterface, config }: Static<typeof ControlInterface>,
  controlPath: string,
): Generator<FieldError> {
  const path = `${controlPath}.config`;
  if (!isControlOfDevices(controlInterface))
    yield { field: `${controlPath}.controlInterface`, reason: 'is only for the context channel' };
  switch (controlInterface) {
    case 'switch':
      for (const name of ['on', 'off'])
        if (config[name] !== undefined && typeof config[name] !== 'string')
          yield { field: `${path}.${name}`, reason: 'must be text' };
      return;
    case 'slider':
      yield* findRangeErrors(config, path, ['min', 'max']);
      return;
    case 'number':
      yield* findRangeErrors(config, path, []);
      return;
    case 'text-picker':
      yield* findOptionErrors(config['options'], `${path}.options`);
      return;
    case 'button':
      if (!isScalar(config['value'])) yield { field: `${path}.value`, reason: 'must be what a press sends' };
  }
}

function* findRangeErrors(config: Config, path: string, needed: readonly string[]): Generator<FieldError> {
  for (const name of ['min', 'max', 'step']) {
    const value = config[name];
    if (value === undefined && !needed.includes(name)) continue;
    if (!isNumber(value)) yield { field: `${path}.${name}`, reason: 'must be a number' };
  }
  const { min, max, step } = config;
  if (isNumber(min) && isNumber(max) && min >= max)
    yield { field: `${path}.max`, reason: 'must be more than min' };
  if (isNumber(step) && step <= 0) yield { field: `${path}.step`, reason: 'must be more than 0' };
}

function* findOptionErrors(options: unknown, path: string): Generator<FieldError> {
  if (!Array.isArray(options) || options.length === 0) {
    yield { field: path, reason: 'must be a list of {label, value}' };
    return;
  }
  for (const [index, option] of options.entries()) {
    const { label, value }: { label?: unknown; value?: unknown } = option ?? {};
    if (typeof label !== 'string' || label === '')
      yield { field: `${path}.${index}.label`, reason: 'must be text' };
    if (!isScalar(value))
      yield { field: `${path}.${index}.value`, reason: 'must be text, a number, true or false' };
  }
}
