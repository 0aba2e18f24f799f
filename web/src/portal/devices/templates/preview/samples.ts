import type { ChannelTemplate, TemplateProperty, TemplateTile, TemplateVocabulary } from '@azulejo/contract';
import { exampleValue, narrowedSchema, type ValueRange, valueKey, valueRange } from '@azulejo/model';
import { t } from '@lingui/core/macro';

type Schema = Readonly<Record<string, unknown>>;

/** A value that a tile shows, and its possible values. */
export type Sample = {
  readonly key: string;
  readonly label: string;
  readonly kind: 'boolean' | 'choice' | 'number' | 'color' | 'text';
  readonly choices: readonly string[];
  readonly range: ValueRange;
  readonly first: unknown;
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
    return [sampleOf(valueKey(component.id, property.id), property, narrowedSchema(property, schema))];
  });
  return [...new Map(samples.map((sample) => [sample.key, sample])).values()];
}

function sampleOf(key: string, property: TemplateProperty, schema: Schema): Sample {
  const choices = Array.isArray(schema['enum']) ? schema['enum'].map(String) : [];
  const range = valueRange(property, schema);
  const first = exampleValue(property, schema);
  const base = { key, label: property.label || property.id, choices, range, first };
  if (property.schema === 'color-hsv') return { ...base, kind: 'color' };
  if (choices.length > 0) return { ...base, kind: 'choice' };
  if (typeof first === 'boolean') return { ...base, kind: 'boolean' };
  if (typeof first === 'number') return { ...base, kind: 'number' };
  return { ...base, kind: 'text', first: t`Sample text` };
}
