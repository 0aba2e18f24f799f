export { runningFeature } from './feature.ts';
export { toInputs } from './inputs.ts';
export { createValuesBefore } from './values-before.ts';
