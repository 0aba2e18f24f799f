import type { NamedProperty } from './names.ts';
import type { Given, Wording } from './wording.ts';

const MAX_LENGTH = 40;

type Choice = { readonly label?: unknown; readonly value?: unknown };

/** Returns the text of a value: the label that the control has for it, or a number with its unit. */
export function valueText(
  { names, speech }: Wording,
  value: unknown,
  unit: unknown,
  property: NamedProperty['property'] | undefined,
): string {
  const { value: words, part } = speech.words;
  if (value === undefined) return part;
  const controls = property?.controlInterfaces ?? [];
  for (const { config } of controls) {
    const label = labelOf(config, value);
    if (label !== undefined) return label;
  }
  if (typeof value === 'boolean') return value ? words.on : words.off;
  if (typeof value === 'number') return `${speech.number(value)}${symbolOf(names, unit, property)}`;
  if (typeof value === 'string') return shortened(value);
  return controls.some(({ controlInterface }) => controlInterface === 'color') ? words.colour : words.other;
}

function labelOf(config: Given, value: unknown): string | undefined {
  if (typeof value === 'boolean') {
    const label = value ? config['on'] : config['off'];
    return typeof label === 'string' && label !== '' ? label : undefined;
  }
  for (const list of [config['options'], config['presets']]) {
    const choices: Choice[] = Array.isArray(list) ? list : [];
    const found = choices.find((each) => typeof each === 'object' && each !== null && each.value === value);
    if (typeof found?.label === 'string') return found.label;
  }
  return undefined;
}

function symbolOf(
  names: Wording['names'],
  unit: unknown,
  property: NamedProperty['property'] | undefined,
): string {
  if (typeof unit === 'string' && unit !== '') return names.unit(unit) ?? ` ${unit}`;
  const suffix = property?.controlInterfaces[0]?.config['suffix'];
  return typeof suffix === 'string' ? suffix : '';
}

const shortened = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
