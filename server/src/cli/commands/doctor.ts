import { styleText } from 'node:util';
import type { Command } from 'commander';
import { type Config, readConfig } from '../../config.ts';
import { checkCertificate } from '../../doctor/certificate.ts';
import { broken, type Finding, ok } from '../../doctor/check.ts';
import { checkDataDirectory, checkDisk } from '../../doctor/data-directory.ts';
import { checkDatabase } from '../../doctor/database.ts';
import { checkMqttCertificate } from '../../doctor/mqtt-certificate.ts';
import { checkPorts } from '../../doctor/ports.ts';
import { checkPublicUrl } from '../../doctor/public-url.ts';
import { explain } from '../failure.ts';
import { answering, environmentOf } from '../run.ts';

const COLOURS = { ok: 'green', warning: 'yellow', broken: 'red' } as const;

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('Check settings, data, database, disk, ports and certificates, and say what to do.')
    .addHelpText('after', '\nChanges nothing. Exit code 1 when something is broken; warnings end with 0.')
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
    // Without settings nothing else can be looked at.
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
