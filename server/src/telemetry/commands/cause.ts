import type { Actor, HistoryPoint } from '@azulejo/contract';

/**
 * The cause of a value or event is a text, `<type>` or `<type>:<id>` (decision 0108): `report`, `read`, or
 * `command:<id>`. The id of an automation's command says which step of which run it is.
 */
const COMMAND = 'command:';

/** A step of a run of an automation. Each part consists of letters, digits, `-` and `_`, at most 64 of them. */
export type AutomationStep = { readonly automation: string; readonly run: string; readonly step: string };

/** Where a chain of causes began, and how many runs of automations it has so far. */
export type Chain = { readonly rootId: string; readonly depth: number };

const AUTOMATION_COMMAND = /^([\w-]{1,64})\.([\w-]{1,64})\.([\w-]{1,64})$/;

export const causeOf = ({ id }: { readonly id: string }): string => `${COMMAND}${id}`;

/** Returns the id of the command that the cause names. */
export const commandOf = (cause: string): string | undefined =>
  cause.startsWith(COMMAND) ? cause.slice(COMMAND.length) : undefined;

/** Returns the id of the step's command, the same each time. Throws when a part cannot be in an id. */
export function automationCommandId({ automation, run, step }: AutomationStep): string {
  const id = `${automation}.${run}.${step}`;
  if (!AUTOMATION_COMMAND.test(id)) throw new RangeError(`not the step of a run: ${id}`);
  return id;
}

/** Returns the step that requested a command; undefined when a person or a client did. */
export function automationStepOf(commandId: string | undefined): AutomationStep | undefined {
  const [, automation, run, step] = AUTOMATION_COMMAND.exec(commandId ?? '') ?? [];
  return automation && run && step ? { automation, run, step } : undefined;
}

export const automationActor = ({ automation, run }: AutomationStep): Actor => ({
  type: 'automation',
  id: automation,
  run,
});

/** Returns the cause of a value or event as members of an answer. */
export function toWireCause(cause: string): Pick<HistoryPoint, 'cause' | 'cause_type' | 'cause_id' | 'by'> {
  const command = commandOf(cause);
  if (command === undefined) return { cause };
  const step = automationStepOf(command);
  return { cause, cause_type: 'command', cause_id: command, ...(step ? { by: automationActor(step) } : {}) };
}

/** Returns the place in its chain as members of an answer. */
export const toWireChain = (chain: Chain | undefined): { root_id?: string; depth?: number } =>
  chain ? { root_id: chain.rootId, depth: chain.depth } : {};

export const toChain = (rootId: string | null, depth: number | null): Chain | undefined =>
  rootId === null || depth === null ? undefined : { rootId, depth };
