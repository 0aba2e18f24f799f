import { loadSchemas, loadTemplates } from '@azulejo/catalog';
import type { ChannelTemplate, TemplateProperty } from '@azulejo/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Dialect } from './bridges.ts';

export const templates = await loadTemplates();
const schemas = await loadSchemas();
const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 6 });

/** Returns a validator that checks values as the platform does. */
export function validatorOf({ schema, schemaExtension }: TemplateProperty): ValidateFunction {
  return ajv.compile({ allOf: [schemas[schema] ?? false, schemaExtension] });
}

/** A channel and its tiles, as an app passes them to the page. */
export type PageDevices = { channels: object[]; tiles: { id: string; channel: string; label: string }[] };

/**
 * Members of a property that the Android app does not pass on. The iOS app passes on all (android-app 2.3).
 */
const ANDROID_LOSES = ['mainActionPriority', 'mainInformationPriority'];

function propertyForPage(template: ChannelTemplate, property: TemplateProperty, dialect: Dialect): object {
  const ids = template.components
    .filter(({ type }) => property.components.includes(type))
    .map(({ id }) => id);
  const { vendorUnit, ...targets } = property.unitsOptions;
  const unitsOptions = { ...targets, muzzleyUnit: vendorUnit };
  const members = {
    ...property,
    components: [...new Set([...ids, ...property.components])],
    schema: `https://ontology.example/schemas/v1/${property.schema}`,
    unitsOptions: dialect === 'android' ? unitsOptions : { ...unitsOptions, vendorUnit },
  };
  const isKept = ([name]: [string, unknown]) => dialect === 'ios' || !ANDROID_LOSES.includes(name);
  return Object.fromEntries(Object.entries(members).filter(isKept));
}

export function pageDevicesOf(template: ChannelTemplate, dialect: Dialect, id = 'ch-1'): PageDevices {
  const { components, properties, content, interface: page } = template;
  const channel = {
    id,
    remoteId: id,
    content,
    profileId: template.id,
    interface: page,
    components,
    properties: properties.map((property) => propertyForPage(template, property, dialect)),
  };
  const tiles = template.tiles.map((tile, index) => ({
    id: `${id}-${index}`,
    channel: id,
    label: tile.label ?? template.name,
    profile: template.id,
    groups: ['area'],
    components: components
      .filter((component) => tile.components.includes(component.id))
      .map(({ id: componentId, type }) => ({ id: componentId, type })),
    information: tile.information,
    actions: tile.actions,
    isGroupable: tile.isGroupable,
  }));
  return { channels: [channel], tiles };
}

/** Returns every property of every component, with its name in topics. */
export function slotsOf(template: ChannelTemplate): { name: string; property: TemplateProperty }[] {
  return template.components.flatMap(({ id, type }) =>
    template.properties
      .filter(({ components }) => components.includes(type))
      .map((property) => ({ name: `${id}/${property.id}`, property })),
  );
}

type Member = { type?: string; enum?: unknown[]; minimum?: number; maximum?: number; anyOf?: Member[] };

function exampleOf(schema: Member): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0]);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'string') return 'words';
  return schema.minimum ?? Math.min(20, schema.maximum ?? 20);
}

/** Returns a valid value of the property. */
export function plausibleValue({ schema, schemaExtension }: TemplateProperty): unknown {
  const named = (schemas[schema] ?? {}) as Member;
  if (schema === 'color-hsv') return { h: 210, s: 70, v: 90 };
  if (schema === 'composite') {
    const { properties } = schemaExtension as { properties: Record<string, Member> };
    return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, exampleOf(member)]));
  }
  return exampleOf({ ...named, ...schemaExtension });
}
