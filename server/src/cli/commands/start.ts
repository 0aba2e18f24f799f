import type { Command } from 'commander';
import { environmentOf, type GlobalOptions } from '../run.ts';
import { onFirstSignal } from '../signals.ts';

export function addStart(program: Command): void {
  program
    .command('start')
    .description('Start the server. It runs until SIGTERM or Ctrl-C.')
    .addHelpText('after', '\nThe settings are read from the environment and from .env in the current folder.')
    .action(async function action(this: Command) {
      Object.assign(process.env, environmentOf(this.optsWithGlobals<GlobalOptions>()));
      // The server handles signals itself.
      onFirstSignal(() => undefined);
      const { runServer } = await import('../../process/run-server.ts');
      await runServer();
    });
}
