import { type Command, InvalidArgumentError } from 'commander';
import { onPlatform } from '../run.ts';

const HELP = `
The running server seals new entries every ten seconds: each seal has a hash of its entry, and one over the seal
before. The command compares all of them. Whoever can write to the database could also write the whole chain anew, so
note the last seal elsewhere, and give it to the next verification with --head. Entries past AUDIT_RETENTION are
deleted; their seals stay until the chain no longer needs them.

Example:
  $ azulejo audit verify --head 1830:6ab1…`;

type Head = { n: number; chain: string };

export function addAudit(program: Command): void {
  const group = program.command('audit').description('The log of who did what.');
  group
    .command('verify')
    .description('Check that no entry was changed or deleted since it was sealed.')
    .option('--head <seal>', 'the last seal of an earlier verification', headOf)
    .addHelpText('after', HELP)
    .action(
      onPlatform(async ({ db, config }, { head }: { head?: Head }) => {
        const { verifyAudit } = await import('../../core/audit/index.ts');
        const keptSince = Date.now() - config.retention.audit.facts * 1000;
        const state = await verifyAudit(db, { keptSince, head });
        const { sealed, removed, excused, unsealed, problems } = state;
        const counts = `${sealed} entries are as they were sealed; ${removed} were deleted since; ${unsealed} are not sealed yet.`;
        const former =
          excused > 0 &&
          `${excused} of the deleted ones are younger than AUDIT_RETENTION. The settings in the database say that it was shorter then.`;
        const last = state.head && `The last seal is ${state.head.n}:${state.head.chain}`;
        return {
          data: { ...state, head: state.head ? `${state.head.n}:${state.head.chain}` : null },
          text: [...problems.map((problem) => `Wrong: ${problem}.`), counts, former, last]
            .filter((line) => line)
            .join('\n'),
          hasFailed: problems.length > 0,
        };
      }),
    );
}

function headOf(text: string): Head {
  const [, n, chain = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (n === undefined) throw new InvalidArgumentError('It must be a seal as `audit verify` prints it.');
  return { n: Number(n), chain };
}
