import type { ChannelTemplate } from '@azulejo/contract';
import type { Definition, Source } from '../feature.ts';
import { partsOf } from './components.ts';
import { templateIdOf } from './identity.ts';
import { tilesOf } from './tiles.ts';
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

/** A feature, or a part of one, for which a template has no place. */
export interface Unmapped {
  readonly feature: string;
  readonly reason: string;
}

/** Returns the name of a kind of device for lists: the vendor's name, and what the device is. */
export function nameOf({ vendor, description }: Pick<Definition, 'vendor' | 'description'>): string {
  const isNamed = description.toLowerCase().startsWith(vendor.toLowerCase());
  return isNamed ? description : `${vendor} ${description}`.trim();
}

/** Returns the channel template of a device. */
export function templateOf(definition: Definition, source: Source): ChannelTemplate {
  const { vendor, model } = definition;
  const parts = partsOf(definition);
  const { id: kind, group, picture } = parts.kind;
  return {
    id: templateIdOf(definition),
    name: nameOf(definition),
    vendor,
    model,
    kind,
    content: 'Device',
    categories: [`com.azulejo.categories.${group}`],
    picture: `${picture}.png`,
    tilePicture: `${picture}-tile.png`,
    interface: GENERIC_PAGE,
    components: parts.parts.map(({ component }) => component),
    properties: [...parts.properties],
    tiles: tilesOf(parts),
    source: { package: source.name, version: source.version, license: 'MIT', model },
  };
}

/** Returns what the template of a device leaves out. */
export function unmappedOf({ features }: Definition): Unmapped[] {
  const presets = features.flatMap(unusablePresetsOf);
  return presets.map((feature) => ({ feature, reason: 'a preset that is no number' }));
}
