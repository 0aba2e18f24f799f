import type { ChannelTemplate } from '@azulejo/contract';
import { partsOf } from './components.ts';
import { type Definition, sourcePackage } from './read-definitions.ts';
import { tilesOf } from './tiles.ts';
import { uuidOf } from './uuid.ts';
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

export interface Unmapped {
  readonly model: string;
  readonly feature: string;
  readonly reason: string;
}

/** Returns the channel template of a device, and the features that could not be mapped. */
export function templateOf(definition: Definition): { template: ChannelTemplate; unmapped: Unmapped[] } {
  const { vendor, model, description, features } = definition;
  const parts = partsOf(definition);
  const { id: kind, group } = parts.kind;
  const template: ChannelTemplate = {
    id: uuidOf(`${vendor}/${model}`),
    name: description.toLowerCase().startsWith(vendor.toLowerCase())
      ? description
      : `${vendor} ${description}`,
    vendor,
    model,
    kind,
    content: 'Device',
    categories: [`com.azulejo.categories.${group}`],
    picture: `${kind}.png`,
    tilePicture: `${kind}-tile.png`,
    interface: GENERIC_PAGE,
    components: parts.parts.map(({ component }) => component),
    properties: [...parts.properties],
    tiles: tilesOf(parts),
    source: { package: sourcePackage.name, version: sourcePackage.version, license: 'MIT', model },
  };
  const presets = features.flatMap(({ leaf }) => unusablePresetsOf(leaf));
  const unmapped = [
    ...parts.unmapped,
    ...presets.map((feature) => ({ feature, reason: 'a preset that is no number' })),
  ];
  return { template, unmapped: unmapped.map((each) => ({ model: `${vendor} ${model}`, ...each })) };
}
