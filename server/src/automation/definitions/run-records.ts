import type { AutomationRun, AutomationStop } from '@azulejo/contract';
import type { BoundStatement } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';
import { prepareRaiseHomeRevision } from '../../identity/homes/index.ts';
import type { Clock } from '../../platform/clock.ts';

type Of = { readonly userId: string; readonly id: string };

export type AutomationRecords = ReturnType<typeof createAutomationRecords>;

/** Statements for the units in which runs are stored. Automations that no longer exist are skipped. */
export function createAutomationRecords(db: Db, clock: Clock) {
  const { began, ended, planned, switched, raised } = prepare(db);
  const switching = (userId: string, id: string, enabled: boolean, stopped: AutomationStop | undefined) => [
    raised.bind({ homeId: userId }),
    switched.bind({
      userId,
      id,
      enabled: enabled ? 1 : 0,
      stopped: stopped === undefined ? null : JSON.stringify(stopped),
      now: clock.now(),
    }),
  ];

  return {
    /** Records that a run began. `next` is when its next schedule is due. */
    recordRun: (userId: string, id: string, at: number, next: number | undefined): BoundStatement =>
      began.bind({ userId, id, at, next: next ?? null }),
    /** Records how the automation's last run ended. */
    recordOutcome: (userId: string, id: string, outcome: AutomationRun['outcome']): BoundStatement =>
      ended.bind({ userId, id, outcome }),
    /** Records when its next schedule is due. */
    recordNext: (userId: string, id: string, next: number | undefined): BoundStatement =>
      planned.bind({ userId, id, next: next ?? null }),
    /** Records that loop protection switched it off. These come first in a unit, because they lock the user's row. */
    stop: (userId: string, id: string, stop: AutomationStop): BoundStatement[] =>
      switching(userId, id, false, stop),
    /** Records that a step of an automation switched it. These come first in a unit as well. */
    switch: (userId: string, id: string, enabled: boolean): BoundStatement[] =>
      switching(userId, id, enabled, undefined),
  };
}

function prepare(db: Db) {
  const began = db.prepare<Of & { at: number; next: number | null }>()((kysely, p) =>
    kysely
      .updateTable('automations')
      .set({ last_run: p('at'), next_run: p('next') })
      .where('user_id', '=', p('userId'))
      .where('id', '=', p('id')),
  );
  const ended = db.prepare<Of & { outcome: AutomationRun['outcome'] }>()((kysely, p) =>
    kysely
      .updateTable('automations')
      .set({ last_outcome: p('outcome') })
      .where('user_id', '=', p('userId'))
      .where('id', '=', p('id')),
  );
  const planned = db.prepare<Of & { next: number | null }>()((kysely, p) =>
    kysely
      .updateTable('automations')
      .set({ next_run: p('next') })
      .where('user_id', '=', p('userId'))
      .where('id', '=', p('id')),
  );
  const switched = db.prepare<Of & { enabled: number; stopped: string | null; now: number }>()((kysely, p) =>
    kysely
      .updateTable('automations')
      .set((eb) => ({
        enabled: p('enabled'),
        stopped_json: p('stopped'),
        revision: eb('revision', '+', 1),
        updated: p('now'),
      }))
      .where('user_id', '=', p('userId'))
      .where('id', '=', p('id')),
  );
  const raised = prepareRaiseHomeRevision(db);
  return { began, ended, planned, switched, raised };
}
