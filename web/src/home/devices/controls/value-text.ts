import type { Property } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import type { Reading } from '../../kit/formats/reading.ts';
import { colorName, isColor } from './color.ts';
import { numberView } from './number-view.ts';
import { type ControlConfig, configOf, schemaOf } from './property.ts';

/** Returns a value in words, in the person's units; undefined for no value. */
export function valueText(value: unknown, property: Property, reading: Reading): string | undefined {
  if (isColor(value)) return value.s > 5 ? `${colorName(value)}, ${Math.round(value.s)} %` : colorName(value);
  if (typeof value === 'object' && value !== null) return membersText(value, property, reading);
  return partText(value, property, configOf(property), reading);
}

/** Returns the words for one part of a value; `config` is that of its control. */
function partText(
  value: unknown,
  property: Property,
  config: ControlConfig,
  reading: Reading,
): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const named = [...(config.options ?? []), ...(config.presets ?? [])].find((each) => each.value === value);
  if (named) return named.label;
  if (typeof value === 'boolean') {
    const [on, off] = schemaOf(property) === 'on-off' ? [t`On`, t`Off`] : [t`Yes`, t`No`];
    return value ? config.on || on : config.off || off;
  }
  if (typeof value === 'number') return numberView(property, config, reading).text(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function membersText(value: object, property: Property, reading: Reading): string | undefined {
  const parts = partsOf(value, property, reading).map(({ label, text }) => `${label} ${text}`);
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/** Returns the members of a composite value, each with its name. */
export function partsOf(value: object, property: Property, reading: Reading) {
  const configs = new Map(property.controlInterfaces.map(({ id, config }) => [id, config as ControlConfig]));
  const plain = { ...property, unitsOptions: { ...property.unitsOptions, vendorUnit: '' } };
  return Object.entries(value).flatMap(([id, part]) => {
    const config = configs.get(id) ?? {};
    const text = partText(part, plain, config, reading);
    return text === undefined ? [] : [{ id, label: config.label ?? wordsOf(id), text }];
  });
}

const wordsOf = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('_', ' ')}`;
