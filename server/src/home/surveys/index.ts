export { createSurveys, type Surveys } from './surveys.ts';
export { surveyHandlers, tagHandlers } from './surveys-routes.ts';
