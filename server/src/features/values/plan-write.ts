import { newId } from '../../platform/random-token.ts';
import type { ChannelParties, Owner } from '../access/index.ts';
import type { NewCommand } from '../commands/index.ts';
import type { Overdue, Write } from './entries.ts';
import type { Speaker } from './live-bus.ts';
import { addOpen, log, openAt, type Plan, store } from './plan.ts';
import type { Planning } from './planning.ts';
import { causeOf, settleNotDone } from './settle.ts';

/**
 * A write takes the place of an open one of the same property, and is passed on to who stands behind the channel. A phone
 * hears of it as everybody does who may use the channel.
 */
export function planWrite(planning: Planning, plan: Plan, write: Write): void {
  const { address, channel } = write;
  const older = openAt(plan, address);
  if (older) settleNotDone(planning, plan, older, channel, { state: 'superseded' });
  if (channel.owner && channel.owner.kind !== 'user') ask(planning, plan, write, channel.owner);
  else keep(planning, plan, write);
}

function ask({ live, times, writers }: Planning, plan: Plan, write: Write, owner: Owner): void {
  const { address, channel, data, speaker } = write;
  const deadline = plan.now + times.answerMs;
  const command: NewCommand = {
    ...newCommand(write),
    state: 'open',
    created: plan.now,
    deadline,
    settled: undefined,
    answer: undefined,
  };
  plan.opened.push(command);
  addOpen(plan, command);
  write.record = { ...command, data, answer: undefined, reason: undefined };
  const message = { io: 'w', data, ...askedBy(speaker, channel), timestamp: plan.now } as const;
  plan.afterwards.push(() => {
    writers.set(command.id, { speaker, address, deadline });
    live.emit('asked', { owner, channel, address, message });
  });
}

/** Nobody can be asked: the channel takes the value itself. */
function keep({ live }: Planning, plan: Plan, write: Write): void {
  const { address, channel, data, text } = write;
  const command = newCommand(write);
  const { sender, onBehalfOf } = command;
  const stamp = { sender, onBehalfOf, cause: causeOf(command) };
  const { timestamp } = store(plan, write, stamp);
  const times = { created: plan.now, deadline: timestamp, settled: timestamp };
  const done: NewCommand = { ...command, ...times, state: 'done', answer: text };
  plan.opened.push(done);
  write.record = { ...done, data, answer: data, reason: undefined };
  log(plan, channel, { at: timestamp, type: 'value', address, io: 'iw', data, ...stamp });
  plan.afterwards.push(() =>
    live.emit('said', { channel, address, message: { io: 'iw', data, sender, onBehalfOf, timestamp } }),
  );
}

/** An application that writes for itself does so for nobody. */
function newCommand({ address, speaker, text }: Write) {
  const onBehalfOf = speaker.kind === 'user' ? speaker.id : undefined;
  return { id: newId(), ...address, text, sender: speaker.clientId, onBehalfOf };
}

/** Managers drop what does not name a client and a user (manager-sdk 4.1): an application asks for the first of its users. */
export function askedBy({ kind, id, clientId }: Speaker, { users }: ChannelParties) {
  const own = kind === 'user' ? id : users.find((user) => user.clientId === clientId)?.id;
  return { sender: clientId, onBehalfOf: own ?? id };
}

/** A command whose deadline has passed, unless it was settled meanwhile. The value stays. */
export function planOverdue(planning: Planning, plan: Plan, { address, channel, commandId }: Overdue): void {
  const command = openAt(plan, address);
  if (command?.id === commandId) settleNotDone(planning, plan, command, channel, { state: 'unanswered' });
  else
    plan.afterwards.push(() => {
      // Another server settled it.
      planning.writers.delete(commandId);
      planning.waiting.settled(commandId);
    });
}
