import { errors } from '@azulejo/contract';
import { type FailedState, writeErrorNames } from '@azulejo/model';
import type { ChannelAccess } from '../../core/access/index.ts';
import type { Actor } from '../../core/domain-events/index.ts';
import type { TraceEntry } from '../../core/message-trace/index.ts';
import { causeOf, type OpenCommand } from '../commands/index.ts';
import { log, type Plan, removeOpen } from './plan.ts';
import type { PlanContext } from './plan-context.ts';

type Answer = {
  readonly state: 'done' | 'answered';
  /** The data, serialized as JSON. */
  readonly text: string;
  readonly timestamp: number;
  /** Whether the command was settled as unanswered before. */
  readonly isLate: boolean;
};

/**
 * Settles a command with the value that the owner reported. The value's own report notifies the subscribers.
 */
export function settleAnswered(
  { bus, writers, waiting, messageTrace }: PlanContext,
  plan: Plan,
  command: OpenCommand,
  channel: ChannelAccess,
  { state, text, timestamp, isLate }: Answer,
): void {
  const { id, channelId, origin } = command;
  removeOpen(plan, command);
  const settlement = { id, channelId, state, settled: timestamp, answer: text, reason: undefined };
  (isLate ? plan.answeredLate : plan.settled).push(settlement);
  plan.afterCommit.push(() => {
    if (!writers.delete(id)) bus.emit('foreignCommandSettled', { id, origin });
    waiting.settled(id);
    if (!messageTrace.hasObservers) return;
    const reason = { code: state, text: 'The device answered with another value.' };
    const answered = state === 'answered' ? { reason } : {};
    messageTrace.passed({ ...settledOf(plan, command, channel), result: state, ...answered });
  });
}

type NotDone = { readonly state: FailedState; readonly reason?: string };

/** Settles a command that failed: logs it for the channel's users, and notifies the requesting session. */
export function failCommand(
  { bus, writers, waiting, messageTrace }: PlanContext,
  plan: Plan,
  command: OpenCommand,
  channel: ChannelAccess,
  { state, reason }: NotDone,
): void {
  const { id, channelId, componentId, propertyId, sender, onBehalfOf, origin } = command;
  const address = { channelId, componentId, propertyId };
  removeOpen(plan, command);
  plan.settled.push({ id, channelId, state, settled: plan.now, answer: undefined, reason });
  log(plan, channel, {
    at: plan.now,
    type: 'command',
    address,
    data: JSON.parse(command.text),
    state,
    sender,
    onBehalfOf,
    cause: causeOf(command),
    chain: command.chain,
  });
  const error = errorOf(state, reason);
  plan.afterCommit.push(() => {
    notifyFailure(messageTrace, settledOf(plan, command, channel), state, error.text);
    if (!writers.delete(id)) bus.emit('foreignCommandSettled', { id, origin });
    waiting.settled(id);
    const to = requesterOf(command);
    if (to) bus.emit('replySent', { to, address, message: { io: 'e', error, timestamp: plan.now } });
  });
}

/** Returns who requested a command over MQTT. */
function requesterOf({ sender, onBehalfOf, requesterSession: session }: OpenCommand): Actor | undefined {
  if (sender === undefined || session === undefined) return undefined;
  return onBehalfOf === undefined
    ? { kind: 'client', id: sender, clientId: sender, session }
    : { kind: 'user', id: onBehalfOf, clientId: sender, session };
}

/** Returns what the requester of a command is told when it failed. */
export function errorOf(state: FailedState, reason: string | undefined): { code: number; text: string } {
  const { code, text } = errors[writeErrorNames[state]];
  return { code, text: reason === undefined ? text : `${text} (${reason})` };
}

/** Traces a failure. A command superseded by a newer write does not count as one. */
function notifyFailure(
  messageTrace: PlanContext['messageTrace'],
  settled: Omit<TraceEntry, 'result'>,
  state: NotDone['state'],
  text: string,
): void {
  const passed = { ...settled, result: state, reason: { code: writeErrorNames[state], text } };
  if (state === 'superseded') messageTrace.passed(passed);
  else messageTrace.failed(passed);
}

function settledOf(
  { now }: Plan,
  { sender, onBehalfOf, created, text, ...address }: OpenCommand,
  channel: ChannelAccess,
): Omit<TraceEntry, 'result'> {
  const id = onBehalfOf ?? sender;
  const kind = onBehalfOf === undefined ? 'client' : 'user';
  return {
    at: now,
    kind: 'command',
    direction: 'out',
    via: channel.owner?.kind === 'virtual' ? 'virtual' : 'mqtt',
    party: id === undefined ? undefined : { kind, id, clientId: sender ?? id },
    channel,
    address,
    io: 'w',
    data: JSON.parse(text),
    tookMs: now - created,
  };
}
