import { createHash } from 'node:crypto';
import type { ChannelTemplate, TemplateProperty, TemplateTile } from '@azulejo/contract';
import { isJsonObject } from '@azulejo/model';
import { findUnit } from '@azulejo/units';
import { completeProperty, withDefaults } from './complete-property.ts';
import type { Served } from './served.ts';

type Component = ChannelTemplate['components'][number];
type Information = TemplateTile['information'][number];

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Shown for a kind of device that has no picture of its own. */
const PICTURE = 'switch';
/** The platform's own device page. */
const DEVICE_PAGE = {
  uuid: 'c1a3e0f4-6a57-4d0b-8a43-2f4f6d6c9b70',
  etag: '"generic-1"',
  native: [],
};
/** Maximum number of values on a generated tile: the phone apps draw two, larger screens four. */
const MAX_INFORMATION = 4;

/**
 * Fills in the members of a template that its file leaves out. Only what is missing is added; anything that is
 * not a template is returned as it is, for the check to say what is wrong with it.
 */
export function completeTemplate(file: unknown, { schemas, pictures }: Served): unknown {
  if (!isJsonObject(file)) return file;
  // Only editors need the schema of the file.
  const { $schema: _schema, ...definition } = file;
  const { name, vendor, model } = definition;
  const kind = isText(definition['kind']) ? definition['kind'] : 'device';
  const components = completeComponents(definition['components'], kind, name);
  const objects = objectsOf<Component>(components);
  const types = [...new Set(objects.flatMap(({ type }) => (isText(type) ? type : [])))];
  const given = definition['properties'];
  const properties = Array.isArray(given)
    ? given.map((each, index) => completeProperty(each, { index, types, schemas }))
    : given;
  const picture = pictures.has(`${kind}.png`) ? kind : PICTURE;
  return withDefaults(
    { ...definition, components, properties },
    {
      ...(isText(vendor) && isText(model) && { id: idOf(vendor, model) }),
      kind,
      content: 'Device',
      categories: [],
      picture: `${picture}.png`,
      tilePicture: `${picture}-tile.png`,
      interface: DEVICE_PAGE,
      tiles: tilesOf(objects, objectsOf<TemplateProperty>(properties)),
    },
  );
}

/** Returns the objects of a list, whose members may still have any type. */
const objectsOf = <Item>(list: unknown) =>
  (Array.isArray(list) ? list.filter(isJsonObject) : []) as unknown as Item[];

const isPositive = (value: unknown): boolean => typeof value === 'number' && value > 0;

/** Returns whether components of the type have the property. */
const isPartOf = ({ components }: TemplateProperty, type: string): boolean =>
  Array.isArray(components) && components.includes(type);

/** Returns the same id for the same maker and model, so that a changed file becomes a new version. */
function idOf(vendor: string, model: string): string {
  const bytes = createHash('sha256').update(`azulejo-template\n${vendor}\n${model}`).digest().subarray(0, 16);
  // RFC 9562 5.8: version 8, with a hash of our own.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Returns the components. Without any, the whole device is one. */
function completeComponents(given: unknown, kind: string, name: unknown): Component[] {
  if (given === undefined) return [{ id: kind, type: kind, label: isText(name) ? name : kind, classes: [] }];
  if (!Array.isArray(given)) return given as never;
  return given.map((each: unknown) =>
    isJsonObject(each) ? withDefaults(each, { type: each['id'], label: each['id'], classes: [] }) : each,
  ) as unknown as Component[];
}

/** Returns one tile for the device, or one for each component where several have the same type. */
function tilesOf(components: readonly Component[], properties: readonly TemplateProperty[]): TemplateTile[] {
  const types = components.map(({ type }) => type);
  const isRepeated = new Set(types).size < types.length;
  const groups = isRepeated ? components.map((each) => [each]) : [components];
  return groups.flatMap((group) => tileOf(group, properties, isRepeated ? group[0]?.label : undefined) ?? []);
}

function tileOf(
  components: readonly Component[],
  properties: readonly TemplateProperty[],
  label: string | undefined,
): TemplateTile | undefined {
  const parts = components.flatMap(({ type }) =>
    properties.filter((each) => isPartOf(each, type)).map((property) => ({ type, property })),
  );
  const switched = parts.find(({ property }) => isPositive(property.mainActionPriority));
  const information = parts
    .filter(({ property }) => isPositive(property.mainInformationPriority) && property !== switched?.property)
    .slice(0, MAX_INFORMATION)
    .map(({ type, property }) => informationOf(type, property));
  if (!switched && information.length === 0) return undefined;
  return {
    ...(label !== undefined && { label }),
    components: components.map(({ id }) => id),
    information,
    actions: switched
      ? [
          {
            componentType: switched.type,
            property: switched.property.id,
            type: 'tri-state',
            options: { icon: 'on_off', mappings: { off: false, on: true }, outputPath: '$' },
          },
        ]
      : [],
    isGroupable: switched !== undefined,
  };
}

function informationOf(componentType: string, { id: property, schema, unitsOptions }: TemplateProperty) {
  const given: unknown = unitsOptions?.vendorUnit;
  const unit = isText(given) ? given : '';
  const part = { componentType, property };
  if (unit !== '' && findUnit(unit) !== undefined)
    return { ...part, type: 'text-unit', options: { inputPath: '$', inputUnit: unit } } satisfies Information;
  if (schema === 'percentage') {
    const options = { inputPath: '$', mathExpression: 'x', prefix: '', suffix: ' %' };
    return { ...part, type: 'text-expression', options } satisfies Information;
  }
  return { ...part, type: 'text', options: { inputPath: '$' } } satisfies Information;
}
