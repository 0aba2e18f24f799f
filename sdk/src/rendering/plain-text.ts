import { type Dictionary, stateIn } from '@azulejo/model';
import type { Property } from '../api/types.generated.ts';

/**
 * Returns a value as text, by the labels of the property's controls: a text picker's label, a switch's `on`
 * and `off` (`Open`, `Closed`). Without labels, a boolean is `On`/`Off` if a switch controls it, else
 * `Yes`/`No`; numbers and text are unchanged. Returns undefined for a value that cannot be shown as text.
 */
export function plainText(
  value: unknown,
  property: Property | undefined,
  words: Dictionary | undefined,
): string | undefined {
  const text = scalarText(value, property, words);
  if (text === undefined || text.trim() === '') return undefined;
  return optionLabel(String(value), property) ?? text;
}

function scalarText(
  value: unknown,
  property: Property | undefined,
  words: Dictionary | undefined,
): string | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      // Twelve digits hide the rounding errors of binary floating point.
      return Number.isFinite(value) ? String(Number(value.toPrecision(12))) : undefined;
    case 'boolean':
      return booleanText(value, property, words);
    default:
      return undefined;
  }
}

function booleanText(value: boolean, property: Property | undefined, words: Dictionary | undefined): string {
  const control = property?.controlInterfaces.find(({ controlInterface }) => controlInterface === 'switch');
  if (!control) return stateIn(words, value ? 'Yes' : 'No');
  const word = control.config[value ? 'on' : 'off'];
  if (typeof word === 'string' && word !== '') return word;
  return stateIn(words, value ? 'On' : 'Off');
}

/** Returns the label of a text picker's option. Its `config.options` is `[{label, value}]` (spec 2.4). */
function optionLabel(value: string, property: Property | undefined): string | undefined {
  const options = property?.controlInterfaces.flatMap(({ config }) =>
    Array.isArray(config['options']) ? (config['options'] as unknown[]) : [],
  );
  const isChosen = (option: unknown): option is { label?: unknown } =>
    typeof option === 'object' && option !== null && 'value' in option && `${option.value}` === value;
  const label = options?.find(isChosen)?.label;
  return typeof label === 'string' && label !== '' ? label : undefined;
}
