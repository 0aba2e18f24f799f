import type { Decision } from '@azulejo/automations';
import { toTimestamp } from '@azulejo/contract';
import type { BoundStatement } from '@azulejo/storage';
import type { Audit } from '../../core/audit/index.ts';
import type { CommandRecord } from '../../telemetry/commands/index.ts';
import type { NewEvent } from '../../telemetry/events/index.ts';
import type { AutomationCommand } from '../../telemetry/write-path/index.ts';
import type { AutomationRecords } from '../definitions/index.ts';
import type { Decided } from './apply-page.ts';
import type { LiveHome } from './live-home.ts';
import { type Planned, planStep } from './plan-step.ts';
import { runIdOf } from './run-ids.ts';
import type { RunStatements, StepRow } from './run-statements.ts';

type Dependencies = {
  audit: Pick<Audit, 'statement'>;
  records: AutomationRecords;
  statements: RunStatements;
};

/** The changes that the decisions of one home cause. */
export type Plan = {
  readonly commands: readonly AutomationCommand[];
  readonly events: readonly NewEvent[];
  /** Statements that lock the user's row, which come first in a unit. */
  readonly locking: readonly BoundStatement[];
  /** Returns the other statements; the outcomes are those of the commands, by id. */
  readonly statements: (outcomes: ReadonlyMap<string, CommandRecord>) => readonly BoundStatement[];
};

type Context = Dependencies & {
  readonly live: LiveHome;
  readonly deferred: Decided['deferred'];
  readonly unsent: Decided['unsent'];
  readonly late: Decided['late'];
  readonly now: number;
  readonly planned: Planned;
};

/**
 * Plans what the decisions of a home come to: rows of runs, steps and misses, commands, messages to send, and events
 * of the log that other automations react to.
 */
export function createPlan(dependencies: Dependencies) {
  const { records, statements } = dependencies;
  return (
    live: LiveHome,
    { decisions, deferred, resumed, unsent, late, removed, gone }: Decided,
    now: number,
  ): Plan => {
    const planned: Planned = {
      commands: [],
      events: [],
      locking: [],
      begun: [],
      steps: [],
      ended: [],
      messages: [],
    };
    const context = { ...dependencies, live, deferred, unsent, late, now, planned };
    for (const { decision, ...of } of resumed) planStep({ ...context, ...of }, decision, planned);
    const { decided = 0 } = live.remembered;
    for (const [index, decision] of decisions.entries()) planDecision(context, decision, decided + index);
    live.remembered.decided = decided + decisions.length;
    planGone(context, gone);
    const next = nextRuns(live).map(([automation, at]) => records.recordNext(live.userId, automation, at));
    const { commands, events, locking, begun, steps, ended, messages } = planned;
    return {
      commands,
      events,
      locking,
      statements: (outcomes) => [
        ...begun,
        ...steps.map(({ row, commandId }) => statements.addStep(withOutcome(row, commandId, outcomes))),
        ...ended,
        ...messages.map(statements.addMessage),
        ...removed.map((automationId) => statements.removeMessages({ userId: live.userId, automationId })),
        ...next,
      ],
    };
  };
}

function planDecision(context: Context, decision: Decision, place: number): void {
  const { live, records, statements, planned } = context;
  const { userId, remembered } = live;
  const { automation } = decision;
  const of = { userId, automationId: automation };
  switch (decision.type) {
    case 'run-began':
      remembered.roots[decision.run] ??= rootOf(live, decision);
      planned.begun.push(
        statements.beginRun({ ...of, place, decision }),
        records.recordRun(userId, automation, decision.at, nextOf(live, automation)),
      );
      return;
    case 'step-decided': {
      const { run, action } = decision;
      const chain = { rootId: remembered.roots[run] ?? runIdOf(run), depth: depthOf(live, run) };
      if (context.deferred.has(decision)) {
        remembered.deferred ??= [];
        remembered.deferred.push({ decision, place, chain });
        return;
      }
      planStep({ ...context, place, chain }, decision, planned);
      if (action.type === 'automation' && action.as !== 'run')
        planned.locking.push(...records.switch(userId, action.target, action.as === 'switch-on'));
      return;
    }
    case 'step-ended':
      planned.ended.push(statements.endStep({ ...of, decision }));
      return;
    case 'run-ended':
      delete remembered.roots[decision.run];
      planned.ended.push(
        statements.endRun({ ...of, decision }),
        records.recordOutcome(userId, automation, decision.outcome),
      );
      return;
    case 'miss':
      planned.ended.push(...statements.addMiss({ ...of, place, decision }));
      return;
    case 'braked':
      planStop(context, decision);
      return;
    default:
  }
}

/**
 * Plans to switch off an automation that ran too often, which changes its home. Its owner is notified, and the
 * audit log gets the chain in names, which stay readable when automations are renamed or deleted.
 */
function planStop(
  { live, audit, records, now, planned }: Context,
  braked: Extract<Decision, { type: 'braked' }>,
): void {
  const { userId } = live;
  const { automation, at, why, limit, chain } = braked;
  const stop = { at: toTimestamp(at), why, limit, chain: [...chain] };
  planned.locking.push(...records.stop(userId, automation, stop));
  planned.events.push({ userId, at: now, type: 'home', data: { automation, enabled: false } });
  const of = { userId, automationId: automation, run: '', step: '' };
  planned.messages.push({ ...of, id: `${automation}.${at}`, kind: 'stop', body: stop, now });
  const names = chain.map((id) => nameOf(live, id)).join(' → ');
  const detail = `${nameOf(live, automation)} (${why}, limit ${limit}): ${names}`;
  planned.ended.push(audit.statement({ action: 'automation.stop', targetId: userId, detail }));
}

/** Plans one message about all automations that have lost something. */
function planGone({ live, now, planned }: Context, gone: Decided['gone']): void {
  const [first] = gone;
  if (!first) return;
  const of = { userId: live.userId, automationId: first.automation, run: '', step: '' };
  planned.messages.push({
    ...of,
    id: `${first.automation}.gone.${live.cursor}`,
    kind: 'gone',
    body: gone,
    now,
  });
}

const nameOf = ({ compiled: { automations } }: LiveHome, id: string): string =>
  automations.find((automation) => automation.id === id)?.label ?? id;

/** Returns the decision with its outcome: a command that was not accepted has one immediately. */
function withOutcome(
  row: StepRow,
  commandId: string | undefined,
  outcomes: ReadonlyMap<string, CommandRecord>,
): StepRow {
  const outcome = commandId === undefined ? undefined : outcomes.get(commandId);
  if (!outcome || outcome.state === 'open') return row;
  return { ...row, outcome: outcome.state, reason: outcome.reason ?? null, ended: row.at };
}

/**
 * Returns the root of a run's chain. A run that others caused belongs to theirs, as far as the home still
 * knows it.
 */
function rootOf(
  { remembered: { roots } }: LiveHome,
  { run, chain }: Extract<Decision, { type: 'run-began' }>,
): string {
  const first = chain[0];
  const known = Object.entries(roots).findLast(([name]) => chain.length > 1 && name.startsWith(`${first}.`));
  return known?.[1] ?? runIdOf(run);
}

const depthOf = ({ remembered: { home } }: LiveHome, run: string): number =>
  home.chains.findLast(([name]) => name === run)?.[1].length ?? 1;

const nextOf = ({ remembered: { home } }: LiveHome, automation: string): number | undefined =>
  home.timers.find((timer) => timer.automation === automation && timer.kind === 'schedule')?.due;

/** Returns when automations run next, of those for which that changed. */
function nextRuns(live: LiveHome): [automation: string, next: number | undefined][] {
  const { remembered, nextRuns: stored } = live;
  const changed: [string, number | undefined][] = [];
  for (const automation of Object.keys(remembered.home.automations)) {
    const next = nextOf(live, automation);
    if (stored.has(automation) ? stored.get(automation) === next : next === undefined) continue;
    stored.set(automation, next);
    changed.push([automation, next]);
  }
  return changed;
}
