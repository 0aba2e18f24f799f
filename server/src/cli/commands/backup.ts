import { basename } from 'node:path';
import type { Command } from 'commander';
import type { BackupReport } from '../../admin/backups/index.ts';
import type { Config } from '../../config/config.ts';
import { installation } from '../../config/installation.ts';
import { Refusal } from '../../platform/refusal.ts';
import { collectWords } from '../options.ts';
import { createProgress } from '../progress.ts';
import { type Answer, answering, onConfig, type Settings } from '../run.ts';
import { sizeText } from '../text.ts';
import { chooseEncryption, type EncryptionOptions, writeKeyFile } from './backup-keys.ts';

const BACKUP_HELP = `
The server may be running. The file contains all secrets of the platform and is readable only by its owner. Keep it
in a different place than the data, and keep it private or encrypt it: an encrypted file is in the format of age
(age-encryption.org). Without options, it is encrypted as BACKUP_RECIPIENT or BACKUP_PASSPHRASE_FILE says.

Examples:
  $ azulejo backup /backups/azulejo-$(date +%F).tar.gz
  $ azulejo backup - --recipient age1… | ssh other 'cat > azulejo.tar.gz.age'`;

const KEY_HELP = `
Set BACKUP_RECIPIENT to the public key that it prints. Keep the file away from the server: without it, nobody can
read the backups; with it, anyone can.

Example:
  $ azulejo backup-key backup-key.txt`;

const TO_STDOUT = '-';

export function addBackup(program: Command): void {
  program
    .command('backup <file>')
    .description('Write database, keys, certificates and uploads to a file, or to stdout with "-".')
    .option('--recipient <key>', 'encrypt for this public key (repeatable)', collectWords)
    .option('--passphrase', 'encrypt with a passphrase, which the command asks for')
    .option('--passphrase-file <file>', 'encrypt with the passphrase in the first line of a file')
    .option('--plain', 'do not encrypt, whatever the settings say')
    .addHelpText('after', BACKUP_HELP)
    .action(
      onConfig((settings, file: string, options: EncryptionOptions) => backUp(settings, file, options)),
    );
  program
    .command('backup-key <file>')
    .description('Create a key for encrypted backups.')
    .addHelpText('after', KEY_HELP)
    .action(
      answering(async (_options, file: string) => {
        const recipient = await writeKeyFile(file);
        return { data: { file, recipient }, text: `Secret key in ${file}\nPublic key: ${recipient}` };
      }),
    );
}

async function backUp(settings: Settings, file: string, options: EncryptionOptions): Promise<Answer> {
  const { config, isJson } = settings;
  const usesStdout = file === TO_STDOUT;
  if (usesStdout && process.stdout.isTTY)
    throw new Refusal('a backup cannot be printed on a terminal; redirect stdout to a file or a program');
  const encryption = await chooseEncryption(options, settings);
  const rest = { version: installation.version, encryption, progress: createProgress({ isQuiet: isJson }) };
  const { backUpToFile, backUpToStream } = await import('../../admin/backups/index.ts');
  const report = usesStdout
    ? await backUpToStdout(() => backUpToStream(config, process.stdout, rest))
    : await backUpToFile(config, file, rest);
  await record(config, report);
  const target = usesStdout ? 'stdout' : file;
  const size = `${sizeText(report.bytes)}, ${encryption ? 'encrypted' : 'not encrypted'}`;
  const text = `Backed up the database and ${report.files} files to ${target} (${size}).`;
  const hint = encryption && /\.(tar\.gz|tgz)$/.test(file) ? `\n${nameHint(file)}` : '';
  return { data: { file: usesStdout ? null : file, ...report }, text: `${text}${hint}`, usesStdout };
}

/** Returns a hint for names that would make people try to unpack the file. */
const nameHint = (file: string): string =>
  `It is encrypted in the format of age: tar cannot read it. Such a file is usually named ${basename(file)}.age.`;

/** Writes the backup to stdout. Unlike other output, it fails when the reader ends early. */
async function backUpToStdout(write: () => Promise<BackupReport>): Promise<BackupReport> {
  process.exitCode = 1;
  const report = await write();
  process.exitCode = 0;
  return report;
}

/** Records the time for `doctor`. */
async function record(config: Config, { bytes, isEncrypted }: BackupReport): Promise<void> {
  const { openWithoutMigrating } = await import('../../database/open.ts');
  const { recordBackup } = await import('../../admin/backups/index.ts');
  await using db = await openWithoutMigrating(config);
  await db.write((tx) => recordBackup(tx, { at: Date.now(), bytes, isEncrypted }));
}
