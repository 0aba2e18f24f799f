import type { Command } from 'commander';
import { onPlatform } from '../run.ts';

const HELP = `
The keys in DATA_DIR/keys seal the secrets that the platform has to read again: those of accounts at makers, the tokens
that makers gave people, people's authenticators, and passwords of bridges. Rotating creates a new key and seals
everything with it. The previous key is kept, because a running server may have used it in the meantime; the next
rotation deletes it. Backups contain the keys.`;

export function addKeys(program: Command): void {
  const group = program.command('keys').description('The keys that seal secrets in the database.');
  group
    .command('rotate')
    .description('Create a new sealing key, and seal all secrets with it. The server may be running.')
    .addHelpText('after', HELP)
    .action(
      onPlatform(async ({ features }) => {
        const { keyring, makerAccounts, makerCredentials, bridges, secondFactor, audit, db } = features;
        const key = await keyring.rotate();
        const accounts = await makerAccounts.reseal();
        const people = (await makerCredentials.reseal()) + (await secondFactor.reseal());
        const sealed = accounts + people + (await bridges.reseal());
        const deleted = await keyring.deleteOld();
        await db.write((tx) => audit.record(tx, { action: 'keys.rotate', detail: `key ${key}` }));
        return {
          data: { key, sealed, deleted },
          text: `Key ${key} is now in use; ${sealed} secrets were sealed with it, and ${deleted} old keys were deleted.`,
        };
      }),
    );
}
