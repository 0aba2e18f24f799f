import type { HomeFacts } from '@azulejo/automations';
import type { HomeTime } from './replay/task.ts';

/** The home as a rehearsal uses it: as it is now, even if it was different then. */
export type RehearsedHome = { readonly facts: HomeFacts; readonly time: HomeTime };
