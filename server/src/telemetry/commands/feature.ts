import { resources } from '@azulejo/contract';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import { createCommands } from './commands.ts';
import { commandHandlers } from './commands-routes.ts';

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
