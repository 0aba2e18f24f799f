import type { ValueAddress } from '@azulejo/contract';
import type { ChannelAccess } from '../../core/access/index.ts';
import { type AutomationStep, type Chain, type CommandRecord, causeOf } from '../commands/index.ts';
import type { Plan } from './plan.ts';

/** A value that a step of a run sets, on behalf of the user whose automation it is. */
export type AutomationCommand = AutomationStep & {
  readonly userId: string;
  readonly address: ValueAddress;
  readonly data: unknown;
  readonly chain: Chain;
};

/** A command with its id and the key of its address. */
export type RequestedCommand = AutomationCommand & { readonly id: string; readonly key: string };
/** A command that was not accepted. */
export type Refusal = {
  readonly command: RequestedCommand;
  /** Undefined when the channel no longer exists. */
  readonly channel: ChannelAccess | undefined;
  /** The user's application; undefined when the user may not act. */
  readonly clientId: string | undefined;
  readonly reason: string;
};

/**
 * Plans the end of a step's command that was not accepted. The user's log has it, although the user may no
 * longer use the channel. The command itself is not stored when the channel is gone, since it belongs to it.
 */
export function planRefusal(
  plan: Plan,
  { command: { id, userId, address, data, chain }, channel, clientId, reason }: Refusal,
): CommandRecord {
  const state = 'refused' as const;
  const times = { created: plan.now, deadline: plan.now, settled: plan.now };
  const command = { id, ...address, state, sender: clientId, onBehalfOf: userId, chain, ...times, reason };
  const text = JSON.stringify(data) ?? 'null';
  const stored = { ...command, text, answer: undefined, origin: undefined, requesterSession: undefined };
  if (channel) plan.opened.push(stored);
  plan.events.push({
    userId,
    at: plan.now,
    type: 'command',
    address,
    data,
    state,
    sender: clientId,
    onBehalfOf: userId,
    cause: causeOf(command),
    chain,
  });
  return { ...command, data, answer: undefined };
}
