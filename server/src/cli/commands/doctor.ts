import { styleText } from 'node:util';
import type { Command } from 'commander';
import { checkCertificate } from '../../app/doctor/certificate.ts';
import { broken, type Finding } from '../../app/doctor/check.ts';
import { checkDataDirectory, checkDisk } from '../../app/doctor/data-directory.ts';
import { checkDatabase } from '../../app/doctor/database.ts';
import { explain } from '../../app/doctor/failure.ts';
import { migrationStatus } from '../../app/doctor/migration-status.ts';
import { checkMqttCertificate } from '../../app/doctor/mqtt-certificate.ts';
import { checkOpenFiles } from '../../app/doctor/open-files.ts';
import { checkPorts } from '../../app/doctor/ports.ts';
import { checkPublicUrl } from '../../app/doctor/public-url.ts';
import { checkSettingsNames } from '../../app/doctor/settings-names.ts';
import { examineStored } from '../../app/doctor/stored.ts';
import { type Config, readConfig } from '../../config/config.ts';
import { envFileNames } from '../../config/env-file.ts';
import { openWithoutMigrating } from '../../database/open.ts';
import { examineRemote } from '../remote/health.ts';
import { answering, callTo, environmentOf } from '../run.ts';

const COLOURS = { ok: 'green', warning: 'yellow', broken: 'red' } as const;

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('Check settings, data, database, disk, ports and certificates, and suggest fixes.')
    .addHelpText(
      'after',
      '\nChanges nothing. With --url it shows what the server finds about itself; its machine is not examined. The exit code is 1 if something is broken, and 0 if there are only warnings.',
    )
    .action(
      answering(async (options) => {
        const call = await callTo(options);
        const findings = call ? await examineRemote(call) : await examine(environmentOf(options));
        const hasFailed = findings.some(({ state }) => state === 'broken');
        return { data: findings, text: findings.map(describe).join('\n'), hasFailed };
      }),
    );
}

async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(environment, envFileNames());
  } catch (error) {
    // Nothing else can be checked without settings.
    return [broken('Settings', explain(error).message, 'correct it in the environment or in .env')];
  }
  return [
    ...checkSettingsNames(config),
    await checkDataDirectory(config.dataDir),
    await checkDisk(config.dataDir),
    await checkDatabase(config),
    ...(await checkPorts(config)),
    await checkCertificate(config, Date.now()),
    await checkMqttCertificate(config, Date.now()),
    checkPublicUrl(config),
    ...(await checkOpenFiles(config)),
    ...(await checkStored(config)),
  ];
}

/** Checks what the database knows, if it can be read and has the tables of this version. */
async function checkStored(config: Config): Promise<Finding[]> {
  const state = await migrationStatus(config).catch(() => undefined);
  if (!state || state.pending.length > 0) return [];
  await using db = await openWithoutMigrating(config);
  return await examineStored({ config, db, now: Date.now() });
}

function describe({ check, state, says, todo }: Finding): string {
  const mark = styleText(COLOURS[state], state.padEnd(7));
  const line = `${mark}  ${check.padEnd(16)}  ${says}`;
  return todo === undefined ? line : `${line}\n${' '.repeat(27)}→ ${todo}`;
}
