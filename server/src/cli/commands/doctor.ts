import { styleText } from 'node:util';
import type { Command } from 'commander';
import { checkCertificate } from '../../app/doctor/certificate.ts';
import { broken, type Finding, ok } from '../../app/doctor/check.ts';
import { checkDataDirectory, checkDisk } from '../../app/doctor/data-directory.ts';
import { checkDatabase } from '../../app/doctor/database.ts';
import { explain } from '../../app/doctor/failure.ts';
import { checkMqttCertificate } from '../../app/doctor/mqtt-certificate.ts';
import { checkPorts } from '../../app/doctor/ports.ts';
import { checkPublicUrl } from '../../app/doctor/public-url.ts';
import { type Config, readConfig } from '../../config/config.ts';
import { answering, environmentOf } from '../run.ts';

const COLOURS = { ok: 'green', warning: 'yellow', broken: 'red' } as const;

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('Check settings, data, database, disk, ports and certificates, and suggest fixes.')
    .addHelpText(
      'after',
      '\nChanges nothing. The exit code is 1 if something is broken, and 0 if there are only warnings.',
    )
    .action(
      answering(async (options) => {
        const findings = await examine(environmentOf(options));
        const hasFailed = findings.some(({ state }) => state === 'broken');
        return { data: findings, text: findings.map(describe).join('\n'), hasFailed };
      }),
    );
}

async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    // Nothing else can be checked without settings.
    return [broken('Settings', explain(error).message, 'correct it in the environment or in .env')];
  }
  return [
    ok('Settings', 'readable'),
    await checkDataDirectory(config.dataDir),
    await checkDisk(config.dataDir),
    await checkDatabase(config),
    ...(await checkPorts(config)),
    await checkCertificate(config, Date.now()),
    await checkMqttCertificate(config, Date.now()),
    checkPublicUrl(config),
  ];
}

function describe({ check, state, says, todo }: Finding): string {
  const mark = styleText(COLOURS[state], state.padEnd(7));
  const line = `${mark}  ${check.padEnd(16)}  ${says}`;
  return todo === undefined ? line : `${line}\n${' '.repeat(27)}→ ${todo}`;
}
