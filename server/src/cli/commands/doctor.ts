import { styleText } from 'node:util';
import type { Command } from 'commander';
import type { Finding } from '../../app/doctor/check.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Portal } from '../portal/client.ts';
import { answering, environmentOf, type GlobalOptions, portalElsewhere } from '../run.ts';

const COLOURS = { ok: 'green', warning: 'yellow', broken: 'red' } as const;

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('Check settings, data, database, disk, ports and certificates, and suggest fixes.')
    .option('--fix', 'set limits of time for statements of the role of PostgreSQL, which a pooler needs')
    .addHelpText(
      'after',
      '\nThe command changes nothing without --fix. With --url, it shows the server’s own checks; the server’s machine is not examined. The exit code is 1 if something is broken, and 0 if there are only warnings.',
    )
    .action(
      answering(async (options, { fix }: { fix?: true }) => {
        const portal = await portalElsewhere(options);
        if (fix) await fixDatabase(options, portal);
        const findings = portal ? await readChecks(portal) : await runLocalChecks(options);
        const hasFailed = findings.some(({ state }) => state === 'broken');
        return { data: findings, text: findings.map(describe).join('\n'), hasFailed };
      }),
    );
}

async function fixDatabase(options: GlobalOptions, portal: Portal | undefined): Promise<void> {
  if (portal) throw new Refusal('--fix works only on the machine of the server');
  const { readConfig } = await import('../../config/config.ts');
  const { setRoleLimits } = await import('../../app/doctor/postgres.ts');
  await setRoleLimits(readConfig(environmentOf(options)));
}

const STATES = { good: 'ok', attention: 'warning', bad: 'broken' } as const;

/** Returns what a server elsewhere finds about itself. */
async function readChecks({ monitoring }: Portal): Promise<Finding[]> {
  const { checks } = await monitoring.health();
  return checks.map(({ check, state, says, todo }) => ({
    check,
    state: STATES[state],
    says,
    ...(todo === undefined ? {} : { todo }),
  }));
}

async function runLocalChecks(options: GlobalOptions): Promise<Finding[]> {
  const { examine } = await import('../examine.ts');
  return examine(environmentOf(options));
}

function describe({ check, state, says, todo }: Finding): string {
  const mark = styleText(COLOURS[state], state.padEnd(7));
  const line = `${mark}  ${check.padEnd(16)}  ${says}`;
  return todo === undefined ? line : `${line}\n${' '.repeat(27)}→ ${todo}`;
}
