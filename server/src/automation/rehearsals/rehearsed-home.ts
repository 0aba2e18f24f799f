import type { HomeFacts } from '@azulejo/agents';
import type { HomeTime } from './replay/task.ts';

/** What a rehearsal knows of a home: it is the present home, whatever it was like then. */
export type RehearsedHome = { readonly facts: HomeFacts; readonly time: HomeTime };
