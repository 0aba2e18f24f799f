import { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import { ApiError } from '../../platform/api-error.ts';
import { toWireCommand } from './command.ts';
import { type Commands, createCommands } from './commands.ts';

/** Writes to devices, from the request to the answer. */
export function commandsFeature({ db, clock }: Platform) {
  const commands = createCommands({ db, clock });
  return {
    api: { commands },
    routes: ({ serve }) => serve(resources.commands, commandHandlers(commands)),
    jobs: [cleanup('commands', commands.prune)],
    release: () => commands.waiting.end(),
  } satisfies Feature;
}

function commandHandlers(commands: Commands): Handlers<typeof resources.commands> {
  return {
    get: async ({ input, context }) => {
      const command = await commands.find(input.command_id);
      // The caller must not see what an earlier user of the device requested (decision 0045).
      if (!command || command.created < context.channel.visibleSince) throw new ApiError('not_found');
      return { body: toWireCommand(command) };
    },
  };
}
