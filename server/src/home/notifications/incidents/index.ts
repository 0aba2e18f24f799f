export { createEvaluate } from './evaluate.ts';
export { forgetIncidentsIn } from './forget.ts';
export { createObserver } from './observe.ts';
export type { Announcement, IncidentRow } from './plan-incidents.ts';
export { createWatch, type Watch } from './watch.ts';
export { createWatchedTemplates } from './watched-templates.ts';
