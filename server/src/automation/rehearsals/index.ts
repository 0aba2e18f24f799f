export { rehearse } from './rehearse.ts';
export { createReplay } from './replay/replay.ts';
export { createThreads } from './threads.ts';
export { toMiss, toRehearsal } from './to-wire.ts';
export { createValuesBefore } from './values-before.ts';
export { minuteOf, replayMinute } from './why-not.ts';
export { createWords } from './words.ts';
