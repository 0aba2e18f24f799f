export { makerPortsFeature, makersFeature } from './feature.ts';
export type { Added, Ask, Beginning, Chosen, FoundAtMaker, Maker, MakerForm, Returned } from './maker.ts';
export type { MadeTemplates, MakerPorts } from './maker-ports.ts';
export type { Makers } from './makers.ts';
export type { OpenSelections } from './open-selections.ts';
