import type { ChannelTemplate } from '@azulejo/contract';
import type { Definition, Source } from '../feature.ts';
import { partsOf } from './components.ts';
import { templateIdOf } from './identity.ts';
import { categoryOf } from './kinds.ts';
import { tilesOf } from './tiles.ts';
import { type Unmapped, unmapped } from './unmapped.ts';
import { unusablePresetsOf } from './value-shape.ts';

/**
 * The generic device page, drawn from the device's properties. The ETag is quoted as in its
 * header (android-app 2.10).
 */
const GENERIC_PAGE = {
  uuid: 'c1a3e0f4-6a57-4d0b-8a43-2f4f6d6c9b70',
  etag: '"generic-1"',
  native: [],
};

/** Returns the name of a kind of device for lists: the vendor's name, and what the device is. */
export function nameOf({ vendor, description }: Pick<Definition, 'vendor' | 'description'>): string {
  const isNamed = description.toLowerCase().startsWith(vendor.toLowerCase());
  return isNamed ? description : `${vendor} ${description}`.trim();
}

/** The part of a template that does not depend on the device's features. */
export type Outline = Omit<ChannelTemplate, 'components' | 'properties' | 'tiles' | 'source'>;

/** Returns the outline of a template. `kind` and `picture` are the names of the device's kind. */
export const outlineOf = (
  id: string,
  device: Pick<Definition, 'vendor' | 'model' | 'description'> & { kind: string; picture: string },
): Outline => ({
  id,
  name: nameOf(device),
  vendor: device.vendor,
  model: device.model,
  kind: device.kind,
  content: 'Device',
  categories: [categoryOf(device.kind)],
  picture: `${device.picture}.png`,
  tilePicture: `${device.picture}-tile.png`,
  interface: GENERIC_PAGE,
});

/** Returns the channel template of a device. */
export function templateOf(definition: Definition, source: Source): ChannelTemplate {
  const { model } = definition;
  const parts = partsOf(definition);
  const { id: kind, picture } = parts.kind;
  return {
    ...outlineOf(templateIdOf(definition), { ...definition, kind, picture }),
    components: parts.parts.map(({ component }) => component),
    properties: [...parts.properties],
    tiles: tilesOf(parts),
    source: { package: source.name, version: source.version, license: 'MIT', model },
  };
}

/** Returns what the template of a device leaves out. */
export function unmappedOf({ features }: Definition): Unmapped[] {
  const presets = features.flatMap(unusablePresetsOf);
  return presets.map((feature) => unmapped(feature, 'wrong_preset'));
}
