import type { ChannelTemplate, TemplateProperty, TemplateTile } from '@azulejo/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { loadSchemas, loadTemplates } from '../index.ts';

export const templates = await loadTemplates();
export const schemas = await loadSchemas();

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  multipleOfPrecision: 6,
});

/** Returns the platform's validation of a property: its schema combined with its schema extension. */
export function validatorOf({ schema, schemaExtension }: TemplateProperty): ValidateFunction {
  const named = schemas[schema];
  if (!named) throw new Error(`no schema is named ${schema}`);
  return ajv.compile({ allOf: [named, schemaExtension] });
}

export interface Place {
  readonly template: ChannelTemplate;
  readonly where: string;
}

/** Returns all properties, by default those of device templates. */
export function allProperties(
  of: readonly ChannelTemplate[] = templates,
): (Place & { property: TemplateProperty })[] {
  return of.flatMap((template) =>
    template.properties.map((property) => ({
      template,
      property,
      where: `${template.name}, ${property.id}`,
    })),
  );
}

export function allTiles(): (Place & { tile: TemplateTile })[] {
  return templates.flatMap((template) =>
    template.tiles.map((tile) => ({ template, tile, where: `${template.name}, ${tile.label ?? 'tile'}` })),
  );
}

/** Returns the property that a part of a tile shows. */
export function propertyOf(template: ChannelTemplate, id: string, componentType: string): TemplateProperty {
  const found = template.properties.find(
    (property) => property.id === id && property.components.includes(componentType),
  );
  if (!found) throw new Error(`${template.name} has no property ${id} of ${componentType}`);
  return found;
}
