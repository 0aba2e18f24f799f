import { createReadStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { Refusal } from '../../platform/refusal.ts';
import { createProgress } from '../progress.ts';
import { type Answer, onConfig, type Settings } from '../run.ts';
import { record } from '../text.ts';
import { chooseKey, type KeyOptions } from './backup-keys.ts';

const RESTORE_HELP = `
Stop the server first. Any backup can be restored on SQLite or PostgreSQL: set DATABASE_URL, or omit it for SQLite.
Nothing is replaced until the whole backup has been read and checked.

Examples:
  $ azulejo restore /backups/azulejo-2025-06-01.tar.gz --data-dir ./new
  $ azulejo restore /backups/azulejo-2025-06-01.tar.gz --replace
  $ ssh other cat azulejo.tar.gz.age | azulejo restore - --identity backup-key.txt`;

const FROM_STDIN = '-';

type RestoreOptions = KeyOptions & { replace?: boolean };

export function addRestore(program: Command): void {
  program
    .command('restore <file>')
    .description(
      'Restore a backup into an empty data directory, or replace the existing data with --replace.',
    )
    .option('--replace', 'move the existing data aside')
    .option('--identity <file>', 'the key file of an encrypted backup')
    .option('--passphrase-file <file>', 'file with the passphrase (default: the command asks for it)')
    .addHelpText('after', RESTORE_HELP)
    .action(onConfig((settings, file: string, options: RestoreOptions) => run(settings, file, options)));
}

async function run(settings: Settings, file: string, options: RestoreOptions): Promise<Answer> {
  const { config, isJson } = settings;
  const isInputTaken = file === FROM_STDIN;
  if (!isInputTaken && !existsSync(file)) throw new Refusal(`file not found: ${file}`);
  const input = {
    stream: isInputTaken ? process.stdin : createReadStream(resolve(file)),
    name: isInputTaken ? 'what stdin has' : file,
    unlock: (kind: Parameters<typeof chooseKey>[0]) =>
      chooseKey(kind, options, { ...settings, isInputTaken }),
  };
  const { restore } = await import('../../admin/backups/index.ts');
  const progress = createProgress({ isQuiet: isJson });
  const report = await restore(config, input, { isReplacing: options.replace ?? false, progress });
  const { manifest, rows, migrated, replaced, tls, mqttTls, keys } = report;
  const { created, engine } = manifest;
  return {
    data: { created, engine, rows, migrated, replaced: replaced ?? null },
    text: record(`Restored the backup of ${created}: ${rows} rows.`, {
      'migrations since': migrated.join('\n') || undefined,
      'previous data': replaced,
      certificate: tls && `${tls}: set TLS_CERT and TLS_KEY to the files in it`,
      'MQTT certificate': mqttTls && `${mqttTls}: set MQTT_TLS_CERT and MQTT_TLS_KEY to the files in it`,
      'sealing keys': keys && `${keys}: copy the files in it to the folder of KEYS_DIR, unless it has them`,
    }),
  };
}
