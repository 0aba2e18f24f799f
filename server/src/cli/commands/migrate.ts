import type { MigrationState } from '@azulejo/storage';
import type { Command } from 'commander';
import { onConfig } from '../run.ts';
import { contractingText, list, timeText } from '../text.ts';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('Migrate the database to this version. The server also does this when it starts.')
    .option('--status', 'only show applied and pending migrations')
    .action(
      onConfig(async ({ config }, { status }: { status?: true }) => {
        if (status) {
          const { migrationStatus } = await import('../../app/doctor/migration-status.ts');
          return showState(await migrationStatus(config));
        }
        const { openForCommand } = await import('../../database/open.ts');
        await using storage = await openForCommand(config);
        const { migrated } = storage;
        const { contracting } = await storage.migrationState();
        const waiting = contracting.length > 0 ? [contractingText(contracting)] : [];
        const done = migrated.length > 0 ? [`Applied ${migrated.join(', ')}.`] : [];
        return {
          data: { migrated, contracting },
          text: [...done, ...waiting].join('\n') || 'The database is up to date.',
        };
      }),
    );
}

function showState({ applied, pending, contracting }: MigrationState) {
  const rows = [
    ...applied.map(({ name, appliedAt }) => [name, timeText(appliedAt)]),
    ...pending.map((name) => [name, contracting.includes(name) ? 'pending, contracts' : 'pending']),
  ];
  return {
    data: {
      applied: applied.map(({ name, appliedAt }) => ({
        name,
        applied_at: new Date(appliedAt).toISOString(),
      })),
      pending,
      contracting,
    },
    text: list(['MIGRATION', 'APPLIED'], rows, 'There are no migrations.'),
  };
}
