import type { Command } from 'commander';
import { backUp } from '../archive/back-up.ts';
import { restore } from '../archive/restore.ts';
import { createProgress } from '../progress.ts';
import { onConfig } from '../run.ts';
import { record, sizeText } from '../text.ts';

const BACKUP_HELP = `
Safe while the server runs. The file contains all secrets of the platform and is readable only by its owner. Keep
it private, and in a different place than the data.

Example:
  $ azulejo backup /backups/azulejo-$(date +%F).tar.gz`;

const RESTORE_HELP = `
Stop the server first. Any backup can be restored on SQLite or PostgreSQL: set DATABASE_URL, or omit it for SQLite.

Examples:
  $ azulejo restore /backups/azulejo-2025-06-01.tar.gz --data-dir ./new
  $ azulejo restore /backups/azulejo-2025-06-01.tar.gz --replace`;

export function addBackup(program: Command): void {
  addBackUp(program);
  addRestore(program);
}

function addBackUp(program: Command): void {
  program
    .command('backup <file>')
    .description('Write database, keys, certificates and uploads to a file.')
    .addHelpText('after', BACKUP_HELP)
    .action(
      onConfig(async ({ config, isJson }, file: string) => {
        const report = await backUp(config, file, createProgress({ isQuiet: isJson }));
        return {
          data: report,
          text: `Backed up the database and ${report.files} files to ${report.file} (${sizeText(report.bytes)}).`,
        };
      }),
    );
}

function addRestore(program: Command): void {
  program
    .command('restore <file>')
    .description(
      'Restore a backup into an empty data directory, or replace the existing data with --replace.',
    )
    .option('--replace', 'move the existing data aside')
    .addHelpText('after', RESTORE_HELP)
    .action(
      onConfig(async ({ config, isJson }, file: string, { replace = false }: { replace?: boolean }) => {
        const progress = createProgress({ isQuiet: isJson });
        const report = await restore(config, file, { isReplacing: replace, progress });
        const { manifest, rows, migrated, replaced, tls, mqttTls } = report;
        return {
          data: {
            created: manifest.created,
            engine: manifest.engine,
            rows,
            migrated,
            replaced: replaced ?? null,
          },
          text: record(`The platform of ${manifest.created} is restored: ${rows} rows.`, {
            'migrations since': migrated.join('\n') || undefined,
            'previous data': replaced,
            certificate: tls && `${tls}: set TLS_CERT and TLS_KEY to the files in it`,
            'MQTT certificate':
              mqttTls && `${mqttTls}: set MQTT_TLS_CERT and MQTT_TLS_KEY to the files in it`,
          }),
        };
      }),
    );
}
