import { type ErrorName, errors } from '@azulejo/contract';
import type { ChannelParties } from '../access/index.ts';
import type { OpenCommand, Settlement } from '../commands/index.ts';
import { log, type Plan, removeOpen } from './plan.ts';
import type { Planning } from './planning.ts';

export const causeOf = ({ id }: { readonly id: string }): string => `command:${id}`;

type Answer = {
  readonly state: 'done' | 'answered';
  /** JSON. */
  readonly text: string;
  readonly timestamp: number;
};

/** The owner said the value asked for, or another: the value itself tells everybody. */
export function settleAnswered(
  { writers, waiting }: Planning,
  plan: Plan,
  command: OpenCommand,
  { state, text, timestamp }: Answer,
): void {
  const { id } = command;
  removeOpen(plan, command);
  plan.settled.push({ id, state, settled: timestamp, answer: text, reason: undefined });
  plan.afterwards.push(() => {
    writers.delete(id);
    waiting.settled(id);
  });
}

/** What the writer is told of a write that was not done. */
const errorNames = {
  unanswered: 'unanswered',
  refused: 'refused_by_device',
  superseded: 'superseded',
} as const satisfies Partial<Record<Settlement['state'], ErrorName>>;

type NotDone = { readonly state: keyof typeof errorNames; readonly reason?: string };

/** It stands in the logs of everybody, and the session that asked for it is told. */
export function settleNotDone(
  { live, writers, waiting }: Planning,
  plan: Plan,
  command: OpenCommand,
  channel: ChannelParties,
  { state, reason }: NotDone,
): void {
  const { id, channelId, componentId, propertyId, sender, onBehalfOf } = command;
  const address = { channelId, componentId, propertyId };
  removeOpen(plan, command);
  plan.settled.push({ id, state, settled: plan.now, answer: undefined, reason });
  log(plan, channel, {
    at: plan.now,
    type: 'command',
    address,
    data: JSON.parse(command.text),
    state,
    sender,
    onBehalfOf,
    cause: causeOf(command),
  });
  const { code, text } = errors[errorNames[state]];
  const error = { code, text: reason === undefined ? text : `${text} (${reason})` };
  plan.afterwards.push(() => {
    const to = writers.get(id)?.speaker;
    writers.delete(id);
    waiting.settled(id);
    if (to?.session !== undefined)
      live.emit('told', { to, address, message: { io: 'e', error, timestamp: plan.now } });
  });
}
