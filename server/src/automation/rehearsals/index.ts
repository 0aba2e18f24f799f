export { createDescriptions } from './descriptions.ts';
export { rehearsalsFeature } from './feature.ts';
export type { Rehearsals } from './rehearsals.ts';
export { rehearse } from './rehearse.ts';
export { createReplay } from './replay/replay.ts';
export { createThreads } from './threads.ts';
export { toMinute, toRehearsal } from './to-wire.ts';
export { minuteOf, replayMinute } from './why-not.ts';
