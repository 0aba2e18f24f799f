export { scenesFeature } from './feature.ts';
export { writtenOf } from './scene.ts';
export type { Scenes } from './scenes.ts';
