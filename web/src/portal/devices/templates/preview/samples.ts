import type { ChannelTemplate, TemplateProperty, TemplateTile, TemplateVocabulary } from '@azulejo/contract';
import { valueKey } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';

type Schema = Readonly<Record<string, unknown>>;

/** A value that a tile shows, and its possible values. */
export type Sample = {
  readonly key: string;
  readonly label: string;
  readonly kind: 'boolean' | 'choice' | 'number' | 'color' | 'text';
  readonly choices: readonly string[];
  readonly range: { readonly min: number; readonly max: number; readonly step: number };
  readonly first: unknown;
};

/** Used for schemas without limits. */
const RANGES: Readonly<Record<string, readonly [min: number, max: number]>> = {
  temperature: [-10, 40],
  percentage: [0, 100],
  pressure: [950, 1050],
  power: [0, 2500],
  voltage: [210, 250],
  energy: [0, 500],
  current: [0, 16],
  illuminance: [0, 1000],
  'color-temperature': [150, 500],
};

/** Returns the properties that the tile shows or changes, each once. */
export function samplesOf(
  template: ChannelTemplate,
  tile: TemplateTile,
  { schemas }: TemplateVocabulary,
): Sample[] {
  const samples = [...tile.information, ...tile.actions].flatMap(({ componentType, property: id }) => {
    const component = template.components.find(
      (each) => each.type === componentType && tile.components.includes(each.id),
    );
    const property = template.properties.find((each) => each.id === id);
    if (!component || !property) return [];
    const schema = schemas.find(({ name }) => name === property.schema)?.schema ?? {};
    return [
      sampleOf(valueKey(component.id, property.id), property, { ...schema, ...property.schemaExtension }),
    ];
  });
  return [...new Map(samples.map((sample) => [sample.key, sample])).values()];
}

function sampleOf(key: string, property: TemplateProperty, schema: Schema): Sample {
  const choices = Array.isArray(schema['enum']) ? schema['enum'].map(String) : [];
  const range = rangeOf(property, schema);
  const base = { key, label: property.label || property.id, choices, range };
  if (property.schema === 'color-hsv') return { ...base, kind: 'color', first: { h: 28, s: 85, v: 100 } };
  if (choices.length > 0) return { ...base, kind: 'choice', first: choices[0] };
  if (schema['type'] === 'boolean') return { ...base, kind: 'boolean', first: true };
  if (schema['type'] === 'number' || schema['type'] === 'integer') {
    const share = range.min + (range.max - range.min) * 0.62;
    return { ...base, kind: 'number', first: Math.round(share / range.step) * range.step };
  }
  return { ...base, kind: 'text', first: t`Sample text` };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function rangeOf(
  { schema: name }: TemplateProperty,
  { minimum, maximum, multipleOf }: Schema,
): Sample['range'] {
  const [least, most] = RANGES[name] ?? [0, 100];
  const min = isNumber(minimum) && minimum > -100 ? minimum : least;
  const max = isNumber(maximum) ? maximum : Math.max(most, min + 100);
  const isWhole = max - min >= 20;
  return { min, max, step: isNumber(multipleOf) && multipleOf > 0 ? multipleOf : isWhole ? 1 : 0.1 };
}
