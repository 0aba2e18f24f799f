import type { Decision, Miss, RunBegan } from '@azulejo/automations';
import type {
  AutomationMissReason,
  AutomationProperty,
  AutomationRun,
  AutomationStepRecord,
} from '@azulejo/contract';
import type { BoundStatement } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';
import { runIdOf, writeIdOf } from './run-ids.ts';

type Of = { readonly userId: string; readonly automationId: string };

/** A step of a run, or one write of it, as it is stored. */
export type StepRow = Of & {
  readonly runId: string;
  readonly step: string;
  /** The write's name within the run; empty for a step that is not one of writes. */
  readonly target: string;
  readonly at: number;
  readonly place: number;
  readonly kind: AutomationStepRecord['kind'];
  readonly detail: {
    readonly property?: AutomationProperty;
    readonly value?: unknown;
    readonly command?: string;
    readonly until?: number;
    /** When it was carried out, if later than the automation allows. */
    readonly sent?: number;
    readonly target?: string;
  };
  readonly outcome: AutomationStepRecord['outcome'];
  readonly reason: string | null;
  readonly ended: number | null;
};

/** A message that a step decided, to be sent after the COMMIT. */
export type MessageRow = Of & {
  readonly id: string;
  readonly run: string;
  readonly step: string;
  readonly kind: 'notify' | 'webhook' | 'stop' | 'gone';
  readonly body: unknown;
  readonly now: number;
};

const HOUR_MS = 3_600_000;
/** How many misses of each reason are kept in full. */
const MAX_MISSES = 20;

type Decided<Type extends Decision['type']> = Of & { readonly decision: Extract<Decision, { type: Type }> };

export type RunStatements = ReturnType<typeof createRunStatements>;

/** Statements that record what automations decided, for the unit in which their home is stored. */
export function createRunStatements(db: Db) {
  const run = prepareRun(db);
  const step = prepareStep(db);
  const message = prepareMessage(db);
  return {
    addMiss: createAddMiss(db),
    removeMessages: createRemoveMessages(db),

    beginRun: ({
      userId,
      automationId,
      place,
      decision,
    }: Of & { place: number; decision: RunBegan }): BoundStatement =>
      run.begin.bind({
        userId,
        automationId,
        id: runIdOf(decision.run),
        version: decision.version,
        began: decision.at,
        place,
        start: JSON.stringify(decision.start),
        conditions: JSON.stringify(decision.conditions),
        chain: JSON.stringify(decision.chain),
      }),

    endRun: ({ userId, automationId, decision }: Decided<'run-ended'>) =>
      run.end.bind({
        userId,
        automationId,
        id: runIdOf(decision.run),
        outcome: decision.outcome,
        ended: decision.at,
      }),

    addStep: ({ detail, ...row }: StepRow): BoundStatement =>
      step.add.bind({ ...row, detail: JSON.stringify(detail) }),

    /** Why it was refused was stored with the step. */
    endStep: ({ userId, automationId, decision }: Decided<'step-ended'>) => {
      const { run: name, step: id, command, outcome, at } = decision;
      return step.end.bind({
        userId,
        automationId,
        runId: runIdOf(name),
        step: id,
        target: command === undefined ? '' : writeIdOf(name, command),
        outcome,
        ended: at,
      });
    },

    addMessage: ({ body, run: runId, ...row }: MessageRow): BoundStatement =>
      message.bind({ ...row, runId, body: JSON.stringify(body) }),
  };
}

/** Returns the statements that store a miss, count it in its hour, and forget the oldest of its reason. */
function createAddMiss(db: Db) {
  const miss = prepareMiss(db);
  return ({
    userId,
    automationId,
    place,
    decision,
  }: Of & { place: number; decision: Miss }): BoundStatement[] => {
    const of = { userId, automationId, reason: decision.reason };
    return [
      miss.add.bind({ ...of, at: decision.at, place, miss: JSON.stringify(decision) }),
      miss.count.bind({ ...of, hour: decision.at - (decision.at % HOUR_MS) }),
      miss.forget.bind({ ...of, kept: MAX_MISSES }),
    ];
  };
}

function prepareRun(db: Db) {
  type Begun = Of & {
    id: string;
    version: number;
    began: number;
    place: number;
    start: string;
    conditions: string;
    chain: string;
  };
  const begin = db.prepare<Begun>()((kysely, p) =>
    kysely
      .insertInto('automation_runs')
      .values({
        user_id: p('userId'),
        automation_id: p('automationId'),
        id: p('id'),
        version: p('version'),
        began: p('began'),
        place: p('place'),
        ended: null,
        outcome: 'running',
        start_json: p('start'),
        conditions_json: p('conditions'),
        chain_json: p('chain'),
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'automation_id', 'id']).doNothing()),
  );
  const end = db.prepare<Of & { id: string; outcome: AutomationRun['outcome']; ended: number }>()(
    (kysely, p) =>
      kysely
        .updateTable('automation_runs')
        .set({ outcome: p('outcome'), ended: p('ended') })
        .where('user_id', '=', p('userId'))
        .where('automation_id', '=', p('automationId'))
        .where('id', '=', p('id')),
  );
  return { begin, end };
}

function prepareStep(db: Db) {
  const add = db.prepare<Omit<StepRow, 'detail'> & { detail: string }>()((kysely, p) =>
    kysely
      .insertInto('automation_steps')
      .values({
        user_id: p('userId'),
        automation_id: p('automationId'),
        run_id: p('runId'),
        step: p('step'),
        target: p('target'),
        at: p('at'),
        place: p('place'),
        kind: p('kind'),
        detail_json: p('detail'),
        outcome: p('outcome'),
        reason: p('reason'),
        ended: p('ended'),
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'automation_id', 'run_id', 'step', 'target']).doNothing(),
      ),
  );
  type Ended = Of & {
    runId: string;
    step: string;
    target: string;
    outcome: AutomationStepRecord['outcome'];
    ended: number;
  };
  const end = db.prepare<Ended>()((kysely, p) =>
    kysely
      .updateTable('automation_steps')
      .set({ outcome: p('outcome'), ended: p('ended') })
      .where('user_id', '=', p('userId'))
      .where('automation_id', '=', p('automationId'))
      .where('run_id', '=', p('runId'))
      .where('step', '=', p('step'))
      .where('target', '=', p('target')),
  );
  return { add, end };
}

function prepareMiss(db: Db) {
  type OfReason = Of & { reason: AutomationMissReason };
  const add = db.prepare<OfReason & { at: number; place: number; miss: string }>()((kysely, p) =>
    kysely
      .insertInto('automation_skipped_runs')
      .values({
        user_id: p('userId'),
        automation_id: p('automationId'),
        reason: p('reason'),
        at: p('at'),
        place: p('place'),
        skipped_json: p('miss'),
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'automation_id', 'reason', 'at', 'place']).doNothing(),
      ),
  );
  const count = db.prepare<OfReason & { hour: number }>()((kysely, p) =>
    kysely
      .insertInto('automation_skipped_hours')
      .values({
        user_id: p('userId'),
        automation_id: p('automationId'),
        reason: p('reason'),
        hour: p('hour'),
        count: 1,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'automation_id', 'reason', 'hour'])
          .doUpdateSet((eb) => ({ count: eb('automation_skipped_hours.count', '+', 1) })),
      ),
  );
  const forget = db.prepare<OfReason & { kept: number }>()((kysely, p) =>
    kysely
      .deleteFrom('automation_skipped_runs')
      .where('user_id', '=', p('userId'))
      .where('automation_id', '=', p('automationId'))
      .where('reason', '=', p('reason'))
      .where((eb) =>
        eb(
          eb.refTuple('at', 'place'),
          'in',
          eb
            .selectFrom('automation_skipped_runs as old')
            .select(['old.at', 'old.place'])
            .where('old.user_id', '=', p('userId'))
            .where('old.automation_id', '=', p('automationId'))
            .where('old.reason', '=', p('reason'))
            .orderBy('old.at', 'desc')
            .orderBy('old.place', 'desc')
            .offset(p('kept'))
            .limit(MAX_MISSES)
            .$asTuple('at', 'place'),
        ),
      ),
  );
  return { add, count, forget };
}

const prepareMessage = (db: Db) =>
  db.prepare<Omit<MessageRow, 'body' | 'run'> & { body: string; runId: string }>()((kysely, p) =>
    kysely
      .insertInto('automation_messages')
      .values({
        user_id: p('userId'),
        id: p('id'),
        automation_id: p('automationId'),
        run_id: p('runId'),
        step: p('step'),
        kind: p('kind'),
        body_json: p('body'),
        attempts: 0,
        due: p('now'),
        created: p('now'),
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing()),
  );

/**
 * Returns the statement that forgets what was still to be sent for an automation that was removed, such as repeated
 * calls.
 */
function createRemoveMessages(db: Db) {
  const removed = db.prepare<Of>()((kysely, p) =>
    kysely
      .deleteFrom('automation_messages')
      .where('user_id', '=', p('userId'))
      .where('automation_id', '=', p('automationId')),
  );
  return (of: Of): BoundStatement => removed.bind(of);
}
