import type { MigrationState } from '@azulejo/storage';
import type { Command } from 'commander';
import { onConfig } from '../run.ts';
import { list, timeText } from '../text.ts';

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
        return {
          data: { migrated },
          text: migrated.length > 0 ? `Applied ${migrated.join(', ')}.` : 'The database is up to date.',
        };
      }),
    );
}

function showState({ applied, pending }: MigrationState) {
  const rows = [
    ...applied.map(({ name, appliedAt }) => [name, timeText(appliedAt)]),
    ...pending.map((name) => [name, 'pending']),
  ];
  return {
    data: {
      applied: applied.map(({ name, appliedAt }) => ({
        name,
        applied_at: new Date(appliedAt).toISOString(),
      })),
      pending,
    },
    text: list(['MIGRATION', 'APPLIED'], rows, 'There are no migrations.'),
  };
}
