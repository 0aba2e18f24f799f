export type { Demo } from './demo.ts';
export type { DemoHistory } from './demo-history.ts';
export { demoFeature } from './feature.ts';
export type { DemoCredentials } from './make-demo.ts';
