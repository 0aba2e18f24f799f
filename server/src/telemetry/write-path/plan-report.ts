import { ACCESS_PROPERTY, type AccessState } from '@azulejo/contract';
import { causeOf, type OpenCommand } from '../commands/index.ts';
import type { Stamp } from '../values/index.ts';
import { keyOf, type Report } from './entries.ts';
import { isSame, log, openAt, openOfComponent, type Plan, store } from './plan.ts';
import type { PlanContext } from './plan-context.ts';
import { failCommand, settleAnswered } from './settle.ts';
import { accessSpec } from './value-specs.ts';

/** The states in which a device is reachable; in any other it cannot execute commands (manager-sdk 4.2). */
const REACHABLE: ReadonlySet<unknown> = new Set(['ok', 'connected']);
const REMOTE_CONTROL_DISABLED = JSON.stringify('remote_control_disabled' satisfies AccessState);

/**
 * Plans a value that the channel's owner reported.
 * 1. Match it with an open command, or with one that was given up and is answered late.
 * 2. Store the value, and settle the matched command.
 * 3. Fail the component's open commands when the report says that the device cannot be reached.
 * 4. Log the event, when it is new to the users, and publish the value after the commit.
 * 5. Restore `access` when the device evidently can be reached again.
 * Returns the time of the value.
 */
export function planReport(context: PlanContext, plan: Plan, report: Report): number {
  const { address, channel, data, key, spec } = report;
  const open = openAt(plan, address);
  const command = answeredCommand(open, report) ?? (open ? undefined : lateCommand(context, plan, report));
  const isAwaited = isAwaitedAt(context, plan, key);
  const stamp = stampOf(report, command, isAwaited);
  const { timestamp, isChanged } = store(plan, report, stamp);
  const state = command && (isSame(command.text, report.text) ? 'done' : 'answered');
  if (command && state) {
    settleAnswered(context, plan, command, channel, {
      state,
      text: report.text,
      timestamp,
      isLate: open === undefined,
    });
    if (!open) forgetLateCommand(context, plan, key);
  }
  if (spec.isAccess && !REACHABLE.has(data)) {
    for (const open of openOfComponent(plan, address))
      failCommand(context, plan, open, channel, endOf(report));
  }
  // A report that no read asked for is published as `iw`: clients take `ir` for the reply to a read (ios-app
  // 4.4).
  const io = isAwaited && !command ? 'ir' : 'iw';
  // A phone's reports about a person have a short retention (decision 0034), shorter than that of the event
  // log. The log has only what is derived from them.
  const isLogged = channel.owner?.kind !== 'user' || spec.isDerived;
  if (isLogged && (isChanged || isAwaited || command || !spec.onChange))
    log(plan, channel, {
      at: timestamp,
      type: 'value',
      address,
      io,
      data,
      state,
      chain: command?.chain,
      ...stamp,
    });
  if (isAwaited) plan.awaited.set(key, false);
  const { sender, onBehalfOf } = stamp;
  plan.afterCommit.push(() => {
    if (isAwaited) context.reads.take(key);
    context.bus.emit('valueReported', {
      channel,
      address,
      message: { io, data, sender, onBehalfOf, timestamp },
    });
  });
  if (!spec.isAccess && (command || isAwaited || report.isAnswer))
    recoverAccess(context, plan, report, command !== undefined);
  return timestamp;
}

const isAwaitedAt = ({ reads }: PlanContext, { awaited, earlier }: Plan, key: string): boolean =>
  awaited.get(key) ?? earlier?.awaited.get(key) ?? reads.has(key);

/** Returns how a write to an unreachable device ends. The owner refuses it; without an owner, it stays unanswered. */
const endOf = ({ data, replaces }: Report) =>
  replaces === undefined
    ? ({ state: 'refused', reason: String(data) } as const)
    : ({ state: 'unanswered' } as const);

/**
 * Returns the command that a report answers. An `ir` may predate the write: it answers only when it equals
 * the requested value.
 */
const answeredCommand = (command: OpenCommand | undefined, { text, isAnswer }: Report) =>
  command && isAnswer && !isSame(command.text, text) ? undefined : command;

/** Returns the command that was given up, when the owner now reports its value. */
function lateCommand(
  { unanswered }: PlanContext,
  plan: Plan,
  { key, text }: Report,
): OpenCommand | undefined {
  const changed = [plan, plan.earlier].find((each) => each?.unanswered.has(key));
  const command = changed ? changed.unanswered.get(key) : unanswered.get(key);
  return command && command.until > plan.tick && isSame(command.text, text) ? command : undefined;
}

function forgetLateCommand({ unanswered }: PlanContext, plan: Plan, key: string): void {
  plan.unanswered.set(key, undefined);
  plan.afterCommit.push(() => void unanswered.delete(key));
}

/**
 * Reports that the device is reachable again, when it replies although its `access` says it cannot: managers
 * report the failure but never its end (manager-sdk 4.2). A read does not prove that remote control is
 * allowed.
 */
function recoverAccess(
  context: PlanContext,
  plan: Plan,
  { address, channel }: Report,
  isWrite: boolean,
): void {
  const accessAddress = { ...address, propertyId: ACCESS_PROPERTY };
  const key = keyOf(accessAddress);
  const access = plan.current.get(key)?.text;
  if (access === undefined || REACHABLE.has(JSON.parse(access))) return;
  if (!isWrite && access === REMOTE_CONTROL_DISABLED) return;
  const data = 'ok';
  const text = JSON.stringify(data);
  const recovered = { address: accessAddress, key, channel, spec: accessSpec, data, text, isAnswer: false };
  planReport(context, plan, { kind: 'report', ...recovered });
}

function stampOf(
  { channel: { owner, users } }: Report,
  command: { readonly id: string; readonly onBehalfOf: string | undefined } | undefined,
  isAwaited: boolean,
): Stamp {
  if (owner?.kind === 'user') {
    const sender = users.find(({ id }) => id === owner.id)?.clientId;
    return { sender, onBehalfOf: owner.id, cause: 'report' };
  }
  const sender = owner && 'id' in owner ? owner.id : undefined;
  if (command) return { sender, onBehalfOf: command.onBehalfOf, cause: causeOf(command) };
  return { sender, onBehalfOf: undefined, cause: isAwaited ? 'read' : 'report' };
}
