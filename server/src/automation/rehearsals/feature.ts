import { resources } from '@azulejo/contract';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Events } from '../../telemetry/events/index.ts';
import type { History } from '../../telemetry/history/index.ts';
import type { Values } from '../../telemetry/values/index.ts';
import type { AutomationHomes, Automations, RequireRunnable, WordingFor } from '../definitions/index.ts';
import { createValuesBefore } from '../engine/index.ts';
import { createRehearsals } from './rehearsals.ts';
import { rehearsalHandlers } from './rehearsals-routes.ts';
import { createSlots } from './slots.ts';
import { createThreads } from './threads.ts';

type Needs = Platform & {
  automations: Automations;
  automationHomes: AutomationHomes;
  automationWordingFor: WordingFor;
  events: Events;
  history: History;
  requireRunnableAutomation: RequireRunnable;
  values: Values;
};

/** Rehearsals: what automations would have done with what really happened (README.md). */
export function rehearsalsFeature(needs: Needs) {
  const {
    automationHomes: homes,
    automationWordingFor: wordingFor,
    requireRunnableAutomation: requireRunnable,
  } = needs;
  const threads = createThreads(needs.timers);
  const slots = createSlots();
  const rehearsals = createRehearsals({
    ...needs,
    homes,
    requireRunnable,
    wordingFor,
    threads,
    valuesBefore: createValuesBefore(needs),
  });
  return {
    api: { rehearsals },
    routes({ serve }) {
      serve(resources.rehearsals, rehearsalHandlers({ ...needs, rehearsals, slots }));
    },
    release: slots.close,
    stop: threads.close,
  } satisfies Feature;
}
