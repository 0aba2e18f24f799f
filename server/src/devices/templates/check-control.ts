import type { ControlInterface, FieldError } from '@azulejo/contract';
import type { Static } from 'typebox';
import { isControlOfDevices } from './device-terms.ts';

type Config = Readonly<Record<string, unknown>>;

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Checks the settings that apps read for each kind of control. */
export function* findControlErrors(
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
