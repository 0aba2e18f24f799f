import type { resources } from '@azulejo/contract';
import { Problem } from '../../platform/problem.ts';
import type { Handlers } from '../access/index.ts';
import { toWireCommand } from './command.ts';
import type { Commands } from './commands.ts';

export function commandHandlers(commands: Commands): Handlers<typeof resources.commands> {
  return {
    get: async ({ input }) => {
      const command = await commands.find(input.command_id);
      if (!command) throw new Problem('not_found');
      return { body: toWireCommand(command) };
    },
  };
}
