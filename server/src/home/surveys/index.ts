export { surveysFeature } from './feature.ts';
export type { Surveys } from './surveys.ts';
