import type { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { toWireCommand } from './command.ts';
import type { Commands } from './commands.ts';

export function commandHandlers(commands: Commands): Handlers<typeof resources.commands> {
  return {
    get: async ({ input, context }) => {
      const command = await commands.find(input.command_id);
      // The caller must not see what an earlier user of the device requested (decision 0045).
      if (!command || command.created < context.channel.visibleSince) throw new ApiError('not_found');
      return { body: toWireCommand(command) };
    },
  };
}
