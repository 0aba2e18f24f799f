import type { Owner } from '../../core/access/index.ts';
import { newId } from '../../platform/random-token.ts';
import { type CommandRecord, causeOf, type NewCommand } from '../commands/index.ts';
import type { Overdue, Write } from './entries.ts';
import { addOpen, log, openAt, type Plan, store } from './plan.ts';
import type { PlanContext } from './plan-context.ts';
import { failCommand } from './settle.ts';

/** The reason of a write that failed immediately: nothing was sent, so the device cannot carry it out later. */
const NOT_CONNECTED = 'not-connected';

/**
 * Plans a write.
 * 1. It supersedes an open command of the same property.
 * 2. With an owner that carries out commands, it opens a command and forwards it; it fails immediately when the
 *    owner is not connected.
 * 3. Without such an owner, the channel stores the value itself. A phone receives it like every other
 *    grantee.
 * Returns the command as it is stored.
 */
export function planWrite(context: PlanContext, plan: Plan, write: Write): CommandRecord {
  const { address, channel } = write;
  const older = openAt(plan, address);
  if (older) failCommand(context, plan, older, channel, { state: 'superseded' });
  return channel.owner && channel.owner.kind !== 'user'
    ? ask(context, plan, write, channel.owner)
    : storeValue(context, plan, write);
}

function ask(context: PlanContext, plan: Plan, write: Write, owner: Owner): CommandRecord {
  const { bus, connectedClients, times, writers } = context;
  const { address, channel, data, key, actor, requesterId } = write;
  const answerMs = times.commandMs(owner);
  const deadline = plan.now + answerMs;
  const command: NewCommand = {
    ...newCommand(context, write),
    state: 'open',
    created: plan.now,
    deadline,
    settled: undefined,
    answer: undefined,
    reason: undefined,
  };
  plan.opened.push(command);
  addOpen(plan, command);
  plan.unanswered.set(key, undefined);
  const isElsewhere = 'id' in owner && plan.elsewhere.has(owner.id);
  plan.afterCommit.push(() => {
    context.unanswered.delete(key);
    const ownerId = 'id' in owner ? owner.id : undefined;
    writers.set(command.id, { actor, address, ownerId, isElsewhere, due: plan.tick + answerMs });
  });
  const isReachable = !('id' in owner) || isElsewhere || connectedClients.isExpected(owner.id);
  const settled = isReachable ? {} : ({ state: 'unanswered', settled: plan.now } as const);
  const reason = isReachable ? undefined : NOT_CONNECTED;
  const record = { ...command, ...settled, data, answer: undefined, reason };
  if (!isReachable) {
    failCommand(context, plan, command, channel, { state: 'unanswered', reason });
    return record;
  }
  log(plan, channel, {
    at: plan.now,
    type: 'write',
    address,
    data,
    sender: command.sender,
    onBehalfOf: command.onBehalfOf,
    cause: causeOf(command),
    chain: command.chain,
  });
  const stamp = { sender: actor.clientId, onBehalfOf: requesterId, timestamp: plan.now };
  const message = { io: 'w', data, ...stamp } as const;
  plan.afterCommit.push(() =>
    bus.emit('commandRequested', { owner, channel, address, message, answerMs, commandId: command.id }),
  );
  return record;
}

/** Stores the value immediately, because no owner carries out commands on this channel. */
function storeValue(context: PlanContext, plan: Plan, write: Write): CommandRecord {
  const { address, channel, data, text } = write;
  const command = newCommand(context, write);
  const { sender, onBehalfOf, chain } = command;
  const stamp = { sender, onBehalfOf, cause: causeOf(command) };
  const { timestamp } = store(plan, write, stamp);
  const times = { created: plan.now, deadline: timestamp, settled: timestamp };
  const done: NewCommand = { ...command, ...times, state: 'done', answer: text, reason: undefined };
  plan.opened.push(done);
  const { state } = done;
  log(plan, channel, { at: timestamp, type: 'value', address, io: 'iw', data, state, chain, ...stamp });
  plan.afterCommit.push(() =>
    context.bus.emit('valueReported', {
      channel,
      address,
      message: { io: 'iw', data, sender, onBehalfOf, timestamp },
    }),
  );
  return { ...done, data, answer: data };
}

/** Builds a command. One that an application requests for itself has no `onBehalfOf`. */
function newCommand({ serverId }: PlanContext, { address, actor, text, step }: Write) {
  const onBehalfOf = actor.kind === 'user' ? actor.id : undefined;
  const { commandId: id, chain } = step ?? { commandId: newId(), chain: undefined };
  const requester = { origin: serverId, requesterSession: actor.session };
  return { id, ...address, text, sender: actor.clientId, onBehalfOf, chain, ...requester };
}

/** Plans the end of an overdue command, unless it was settled meanwhile. The value stays unchanged. */
export function planOverdue(context: PlanContext, plan: Plan, overdue: Overdue): void {
  const { address, channel, commandId, key } = overdue;
  const command = openAt(plan, address);
  if (command?.id === commandId) {
    failCommand(context, plan, command, channel, { state: 'unanswered' });
    const unanswered = { ...command, until: plan.tick + context.times.lateMs };
    plan.unanswered.set(key, unanswered);
    plan.afterCommit.push(() => context.unanswered.set(key, unanswered));
  } else
    plan.afterCommit.push(() => {
      // Another server settled it. How it ended is told by that server, or read from its row.
      const writer = context.writers.get(commandId);
      const due = Number.POSITIVE_INFINITY;
      if (writer) context.writers.set(commandId, { ...writer, isElsewhere: true, due });
      context.waiting.settled(commandId);
    });
}
