import type { PropertyFacts } from '@azulejo/automations';
import type { TemplateProperty } from '@azulejo/contract';
import { isWritable, propertiesOfType } from '@azulejo/model';
import type { ValueSchemas, VersionedTemplate } from '../../../devices/templates/index.ts';
import type { WritePath } from '../../../telemetry/write-path/index.ts';

type Dependencies = { schemas: ValueSchemas; writePath: Pick<WritePath, 'accepts'> };

/** Returns the step with which a value is shown, as in `sdk`: that of the control that sets it. */
function stepOf({ io, controlInterfaces: [control] }: TemplateProperty): number | undefined {
  const step = isWritable({ io }) ? control?.config['step'] : undefined;
  return typeof step === 'number' ? step : undefined;
}

/** The facts that all devices of a template share. */
type FactsOfTemplate = readonly Omit<PropertyFacts, 'channel' | 'rooms'>[];

/**
 * Returns a function that reads from a template what automations must know of its properties; once for each template.
 */
export function createPropertyFacts({ schemas, writePath }: Dependencies) {
  const known = new WeakMap<VersionedTemplate, FactsOfTemplate>();

  /** Returns a limit of the property's own, or that of its schema. */
  function limitOf({ schema, schemaExtension }: TemplateProperty, name: 'minimum' | 'maximum') {
    const limit = schemaExtension[name] ?? schemas.find(schema)?.[name];
    return typeof limit === 'number' ? limit : undefined;
  }

  const read = (template: VersionedTemplate): FactsOfTemplate =>
    template.components.flatMap(({ id: component, type }) =>
      propertiesOfType(template.properties, type).map((property) => {
        const address = { channelId: '', componentId: component, propertyId: property.id };
        return {
          component,
          property: property.id,
          componentType: type,
          classes: property.classes,
          unit: property.unitsOptions.vendorUnit,
          io: property.io,
          minimum: limitOf(property, 'minimum'),
          maximum: limitOf(property, 'maximum'),
          step: stepOf(property),
          accepts: (value: unknown) => writePath.accepts(template, address, value),
        };
      }),
    );

  return (template: VersionedTemplate): FactsOfTemplate => {
    const found = known.get(template) ?? read(template);
    known.set(template, found);
    return found;
  };
}
