import type { Command, CommandState, ValueAddress } from '@azulejo/contract';
import { toTimestamp } from '@azulejo/contract';
import { automationActor, automationStepOf, type Chain, toWireChain } from './cause.ts';

/** A write and its outcome. Times are milliseconds since 1970. */
export type CommandRecord = ValueAddress & {
  /** Undefined for a report, which needs no answer. */
  readonly id: string | undefined;
  readonly state: CommandState;
  readonly data: unknown;
  /** The client through which it was requested. */
  readonly sender: string | undefined;
  /** The user who requested it. */
  readonly onBehalfOf: string | undefined;
  readonly created: number;
  readonly deadline: number | undefined;
  readonly settled: number | undefined;
  /** The value that the owner reported. */
  readonly answer: unknown;
  /** Why it was refused. */
  readonly reason: string | undefined;
  /** Undefined for a request of a person or a client. */
  readonly chain: Chain | undefined;
};

/** A command that waits for its answer. */
export type OpenCommand = ValueAddress & {
  readonly id: string;
  /** Serialized as JSON. */
  readonly text: string;
  readonly sender: string | undefined;
  readonly onBehalfOf: string | undefined;
  readonly created: number;
  readonly chain: Chain | undefined;
  /** The server that received it. */
  readonly origin: string | undefined;
  /** The MQTT session that requested it, as in `Actor`. */
  readonly requesterSession: string | undefined;
};

export type NewCommand = OpenCommand & {
  readonly state: CommandState;
  readonly deadline: number;
  readonly settled: number | undefined;
  /** Serialized as JSON. */
  readonly answer: string | undefined;
  readonly reason: string | undefined;
};

export type Settlement = {
  readonly id: string;
  readonly channelId: string;
  readonly state: Exclude<CommandState, 'open'>;
  readonly settled: number;
  /** Serialized as JSON. */
  readonly answer: string | undefined;
  readonly reason: string | undefined;
};

export function toWireCommand(command: CommandRecord): Command {
  const { id, deadline, settled, answer, reason, sender, onBehalfOf, chain } = command;
  const step = automationStepOf(id);
  return {
    ...(id === undefined ? {} : { id, href: `/v3/commands/${id}` }),
    state: command.state,
    channel: command.channelId,
    component: command.componentId,
    property: command.propertyId,
    data: command.data,
    ...(sender === undefined ? {} : { sender }),
    ...(onBehalfOf === undefined ? {} : { on_behalf_of: onBehalfOf }),
    ...(step ? { cause_type: 'automation', cause_id: step.run, by: automationActor(step) } : {}),
    ...toWireChain(chain),
    created: toTimestamp(command.created),
    ...(deadline === undefined ? {} : { deadline: toTimestamp(deadline) }),
    ...(settled === undefined ? {} : { settled: toTimestamp(settled) }),
    ...(answer === undefined ? {} : { answer }),
    ...(reason === undefined ? {} : { reason }),
  };
}
