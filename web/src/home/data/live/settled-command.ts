import type { Client } from '@azulejo/sdk';

type Command = Awaited<ReturnType<Client['commands']['get']>>;

/** How long the platform may hold the response: well within the client's own timeout. */
export const WAIT_SECONDS = 20;
/** Margin for the platform, which settles overdue commands in a moment. */
const MARGIN_MS = 1_000;

/**
 * Returns the command after its owner's deadline: half a minute for a maker's cloud. Both times are of the
 * platform's clock, so this device's clock does not matter.
 */
export async function settledCommand(client: Client, command: Command): Promise<Command> {
  const { id, state, created, deadline } = command;
  if (state !== 'open' || id === undefined || deadline === undefined) return command;
  const allowedMs = timeOf(deadline) - timeOf(created);
  await sleep(Math.max(0, allowedMs - WAIT_SECONDS * 1000) + MARGIN_MS);
  return client.commands.get({ command_id: id });
}

const timeOf = (timestamp: string): number => Date.parse(timestamp.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
