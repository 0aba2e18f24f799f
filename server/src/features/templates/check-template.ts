import { ChannelTemplate } from '@azulejo/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { invalidField } from '../../platform/problem.ts';

let compiled: ValidateFunction | undefined;

/** Compiled when first asked for: it takes longer than the rest of a start, and few processes import templates. */
function validator(): ValidateFunction {
  if (compiled) return compiled;
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  compiled = ajv.compile(ChannelTemplate);
  return compiled;
}

/** Throws `invalid_request` naming the first member that a channel template may not have so. */
export function checkTemplate(template: unknown): asserts template is ChannelTemplate {
  const validate = validator();
  if (!validate(template)) {
    const error = validate.errors?.[0];
    throw invalidField(
      error?.instancePath.slice(1).replaceAll('/', '.') || 'template',
      error?.message ?? 'is not valid',
    );
  }
  checkReferences(template as ChannelTemplate);
}

/** What a schema cannot say: every name inside the template names something in it, and tiles obey the apps' rules. */
function checkReferences(template: ChannelTemplate): void {
  const types = new Map(template.components.map((component) => [component.id, component.type]));
  const properties = new Set(template.properties.map((property) => property.id));
  if (types.size < template.components.length) throw invalidField('components', 'have an id twice');
  if (properties.size < template.properties.length) throw invalidField('properties', 'have an id twice');
  for (const property of template.properties) {
    const stranger = property.components.find((type) => ![...types.values()].includes(type));
    if (stranger !== undefined)
      throw invalidField(`properties.${property.id}.components`, `name no component type: ${stranger}`);
  }
  template.tiles.forEach((tile, index) => {
    const field = `tiles.${index}`;
    const unknown = tile.components.find((id) => !types.has(id));
    if (unknown !== undefined) throw invalidField(`${field}.components`, `name no component: ${unknown}`);
    const shown = new Set(tile.components.map((id) => types.get(id)));
    for (const part of [...tile.information, ...tile.actions]) {
      if (!shown.has(part.componentType))
        throw invalidField(field, `uses the component type ${part.componentType}, which it does not hold`);
      if (!properties.has(part.property)) throw invalidField(field, `names no property: ${part.property}`);
    }
    const both = tile.information.find((information) =>
      tile.actions.some((action) => action.property === information.property),
    );
    // Known apps then never update the switch (android-app 5.3, ios-app 5.5).
    if (both) throw invalidField(field, `has ${both.property} both as information and as action`);
  });
}
