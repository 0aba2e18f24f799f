export { makerPortsFeature, makersFeature } from './feature.ts';
export type {
  Added,
  Beginning,
  Chosen,
  DeviceRequest,
  FoundAtMaker,
  Maker,
  MakerForm,
  Returned,
} from './maker.ts';
export type { MadeTemplates, MakerPorts } from './maker-ports.ts';
export type { Makers } from './makers.ts';
export type { OpenSelections } from './open-selections.ts';
