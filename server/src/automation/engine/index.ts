export { engineFeature } from './feature.ts';
export { timersBefore, toInputs } from './inputs.ts';
export { createValuesBefore } from './values-before.ts';
