export { type ChannelValue, type Codec, codecOf, type DeviceValue } from './codec/codec.ts';
export type { Definition, Feature, Preset, Source } from './feature.ts';
export { type Expose, fromExposes, secretsIn } from './from-exposes.ts';
export { kindOfDevice } from './template/components.ts';
export { templateIdOf } from './template/identity.ts';
export { kebab } from './template/naming.ts';
export {
  nameOf,
  type Outline,
  outlineOf,
  templateOf,
  unmappedOf,
} from './template/template.ts';
export { type Unmapped, unmapped } from './template/unmapped.ts';
export { isTopicText } from './topic-text.ts';
