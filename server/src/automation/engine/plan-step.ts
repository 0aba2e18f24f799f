import type { Write, WriteEnd } from '@azulejo/automations';
import type { BoundStatement } from '@azulejo/storage';
import { automationCommandId, type Chain } from '../../telemetry/commands/index.ts';
import type { NewEvent } from '../../telemetry/events/index.ts';
import type { AutomationCommand } from '../../telemetry/write-path/index.ts';
import type { Decided } from './apply-page.ts';
import type { LiveHome, StepDecided } from './live-home.ts';
import { causeOfStep, runIdOf, stepNameOf, stepOf, writeIdOf } from './run-ids.ts';
import type { MessageRow, StepRow } from './run-statements.ts';
import { toValueAddress } from './running-home.ts';

/** A step, and the command whose outcome it has if that was not accepted. */
type PlannedStep = { readonly row: StepRow; readonly commandId?: string };

/** Collects the parts of a plan. Rows of runs come before those of steps, and ends of both after them. */
export type Planned = {
  readonly commands: AutomationCommand[];
  readonly events: NewEvent[];
  readonly locking: BoundStatement[];
  readonly begun: BoundStatement[];
  readonly steps: PlannedStep[];
  readonly ended: BoundStatement[];
  readonly messages: MessageRow[];
};

type Context = {
  readonly live: LiveHome;
  readonly unsent: Decided['unsent'];
  readonly late: Decided['late'];
  readonly now: number;
  readonly place: number;
  readonly chain: Chain;
};

function toRow(
  { live: { userId }, place }: Context,
  { automation, run, step, action, at }: StepDecided,
): StepRow {
  const of = { userId, automationId: automation, runId: runIdOf(run), step, target: '' };
  const kind = action.type === 'skip' ? action.kind : action.type;
  return { ...of, at, place, kind, detail: {}, outcome: 'done', reason: null, ended: at };
}

/** Plans what a step does: commands, messages to send, or events of the log. */
export function planStep(context: Context, decision: StepDecided, planned: Planned): void {
  const { live } = context;
  const { automation, run, step, action } = decision;
  const { steps, commands, events } = planned;
  const base = toRow(context, decision);
  const cause = causeOfStep({ automation, run: runIdOf(run), step });
  const logged = { userId: live.userId, at: context.now, cause, chain: context.chain };
  switch (action.type) {
    case 'set':
      if (action.writes.length === 0) steps.push({ row: { ...base, outcome: 'unchanged' } });
      for (const write of action.writes) planWrite(context, decision, write, { base, planned });
      return;
    case 'wait':
      steps.push({ row: { ...base, detail: { until: action.until } } });
      return;
    case 'scene': {
      const end = context.unsent.get(stepNameOf(decision));
      steps.push({ row: { ...base, detail: { target: action.scene }, ...(end && endedAs(end)) } });
      if (end !== undefined) return;
      commands.push(...sceneCommands(live, decision, context.chain));
      events.push({ ...logged, type: 'scene', data: { scene: action.scene } });
      return;
    }
    case 'automation':
      steps.push({ row: { ...base, detail: { target: action.target } } });
      events.push(
        action.as === 'run'
          ? { ...logged, type: 'play', data: { automation: action.target, checksConditions: true } }
          : {
              ...logged,
              type: 'home',
              data: { automation: action.target, enabled: action.as === 'switch-on' },
            },
      );
      return;
    case 'if':
      steps.push({ row: base });
      return;
    case 'skip':
      steps.push({ row: { ...base, outcome: 'gone' } });
      return;
    default:
      planMessage(context, { ...decision, action }, { base, planned });
  }
}

type Message = StepDecided & { readonly action: { readonly type: 'notify' | 'webhook' } };
type Row = { readonly base: StepRow; readonly planned: Planned };

/** Plans a message. Its step ends when the message has been sent. */
function planMessage({ now }: Context, { at, action }: Message, { base, planned }: Row): void {
  const { userId, automationId, runId, step } = base;
  const body = action.type === 'notify' ? action : { url: action.url, body: action.body };
  // The rest of an address may contain a secret.
  const detail = action.type === 'webhook' ? { target: URL.parse(action.url)?.host ?? '' } : {};
  planned.steps.push({ row: { ...base, detail, outcome: 'open', ended: null } });
  const id = `${automationId}.${runId}.${step}`;
  const of = { userId, automationId, run: runId, step };
  planned.messages.push({ ...of, id, kind: action.type, body: { ...body, at }, now });
}

/** Returns the outcome of what is not sent. */
const endedAs = (outcome: WriteEnd) => ({
  outcome,
  reason: outcome === 'refused' ? 'too_many_writes' : null,
});

function planWrite(
  { live: { userId }, unsent, late, now, chain }: Context,
  { automation, run }: StepDecided,
  { command, channel, component, property, value }: Write,
  { base, planned: { commands, steps } }: Row,
): void {
  const step = stepOf(automation, run, command);
  const end = unsent.get(command);
  const sent = late.has(command) ? { sent: now } : {};
  const detail = { property: { channel, component, property }, value, ...sent };
  const row: StepRow = { ...base, target: writeIdOf(run, command), detail };
  if (end !== undefined) {
    steps.push({ row: { ...row, ...endedAs(end) } });
    return;
  }
  const commandId = automationCommandId(step);
  commands.push({
    ...step,
    userId,
    address: toValueAddress({ channel, component, property }),
    data: value,
    chain,
  });
  steps.push({
    row: { ...row, detail: { ...detail, command: commandId }, outcome: 'open', ended: null },
    commandId,
  });
}

/**
 * Plans the commands of a scene, as if a person played it; the activity of the home shows how its devices
 * answer.
 */
function sceneCommands(
  { userId, compiled }: LiveHome,
  decision: StepDecided,
  chain: Chain,
): AutomationCommand[] {
  const { automation, run, step, action } = decision;
  const writes = action.type === 'scene' ? (compiled.scenes.get(action.scene) ?? []) : [];
  return writes.map(({ address, value }, index) => ({
    automation,
    run: runIdOf(run),
    step: `${step}-scene-${index + 1}`,
    userId,
    address,
    data: value,
    chain,
  }));
}
