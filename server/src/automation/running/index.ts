export { runningFeature } from './feature.ts';
export { toInputs } from './inputs.ts';
