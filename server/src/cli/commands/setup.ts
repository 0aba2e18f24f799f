import type { PortalScope } from '@azulejo/contract';
import type { Command } from 'commander';
import type { Features } from '../../app/features.ts';
import { readFirstLine } from '../../platform/read-first-line.ts';
import { Refusal } from '../../platform/refusal.ts';
import { scopeList, tokenDays } from '../options.ts';
import { type ChosenPassword, choosePassword } from '../password.ts';
import { onPlatform } from '../run.ts';
import { record, timeText } from '../text.ts';

const PASSWORD_VARIABLE = 'AZULEJO_OWNER_PASSWORD';
const DEFAULT_TOKEN_NAME = 'setup';

const HELP = `
For Ansible and CI: run it before the first start or while the server runs, as often as you like. What is there
already is left as it is, the password included, and "changed" in the output of --json says whether anything was
created. The link for the first owner ends.

The password comes from the first line of --password-file, from stdin with --password-stdin, or from
${PASSWORD_VARIABLE}; otherwise a terminal is asked, or one is generated and shown once.

An access token is printed once. With --token-output it is written to a file that only you can read, and replaced when
it is no longer there, has expired, or has other rights.

Examples:
  $ azulejo setup --owner rui@example.org --password-file password.txt
  $ azulejo setup --owner rui@example.org --token-scopes applications:write,monitoring:read --token-output token.txt`;

type Options = {
  owner: string;
  name?: string;
  passwordFile?: string;
  passwordStdin?: true;
  tokenScopes?: readonly PortalScope[];
  tokenName?: string;
  tokenDays?: number;
  tokenOutput?: string;
};

export function addSetup(program: Command): void {
  program
    .command('setup')
    .description('Create the first owner of the portal, and an access token, without a browser.')
    .requiredOption('--owner <e-mail>', 'e-mail of the owner')
    .option('--name <name>', 'display name (default: the e-mail before the @)')
    .option('--password-file <file>', 'file with the password in its first line')
    .option('--password-stdin', 'read the password from stdin')
    .option(
      '--token-scopes <scopes>',
      'also create an access token with these comma-separated scopes',
      scopeList,
    )
    .option('--token-name <name>', `name of the access token (default: ${DEFAULT_TOKEN_NAME})`)
    .option('--token-days <days>', 'days until the access token expires (default: 90)', tokenDays)
    .option('--token-output <file>', 'write the access token to this file')
    .addHelpText('after', HELP)
    .action(
      onPlatform(async ({ features, isJson }, options: Options) => setUp(features, options, isJson), {
        mayCreate: true,
      }),
    );
}

async function setUp({ portalAccounts }: Features, options: Options, isJson: boolean) {
  await checkTokenOptions(options);
  const held = await readHeldToken(options);
  let chosen: ChosenPassword | undefined;
  const { account, isNew } = await portalAccounts.createFirstOwner({
    email: options.owner,
    name: options.name ?? options.owner.replace(/@.*/, ''),
    choosePassword: async () => {
      chosen = await readPassword(options, isJson);
      return chosen.password;
    },
  });
  const password = isNew && chosen?.isGenerated ? chosen.password : undefined;
  const token = await provideToken(portalAccounts.tokens, account.id, options, held);
  const { id, email, name, role } = account;
  const file = options.tokenOutput;
  return {
    data: {
      changed: isNew || token !== undefined,
      owner: { id, email, name, role, ...(password !== undefined && { password }) },
      token: token
        ? {
            name: token.record.name,
            scopes: token.record.scopes,
            expires: new Date(token.record.expires).toISOString(),
            ...(file === undefined ? { token: token.token } : { file }),
          }
        : null,
    },
    text: record(isNew ? `${email} is the owner of the portal.` : `${email} was the owner already.`, {
      password,
      'access token': token && (file ?? token.token),
      scopes: token?.record.scopes.join(' '),
      expires: token && timeText(token.record.expires),
    }),
  };
}

async function checkTokenOptions({
  tokenScopes,
  tokenName,
  tokenDays: days,
  tokenOutput,
}: Options): Promise<void> {
  const { MAX_TOKEN_NAME } = await import('@azulejo/contract');
  if (tokenScopes === undefined && [tokenName, days, tokenOutput].some((given) => given !== undefined))
    throw new Refusal('--token-scopes says what the access token may do, and is missing');
  // It is checked before the owner is created, so that the owner's generated password is not lost.
  const length = [...(tokenName ?? DEFAULT_TOKEN_NAME).trim()].length;
  if (length === 0) throw new Refusal('--token-name must not be empty');
  if (length > MAX_TOKEN_NAME)
    throw new Refusal(`--token-name must have at most ${MAX_TOKEN_NAME} characters`);
}

async function readPassword(options: Options, isJson: boolean): Promise<ChosenPassword> {
  const { passwordFile, passwordStdin } = options;
  if (passwordFile !== undefined && passwordStdin)
    throw new Refusal('choose one of --password-file and --password-stdin');
  if (passwordFile !== undefined) return { password: await readFirstLine(passwordFile), isGenerated: false };
  const password = process.env[PASSWORD_VARIABLE];
  if (!passwordStdin && password) return { password, isGenerated: false };
  return choosePassword(passwordStdin ? { passwordStdin } : {}, { isJson });
}

/**
 * Returns the token in the file that gets one. It is read before the owner is created, so that a wrong file does not
 * lose the owner's generated password.
 */
async function readHeldToken({ tokenOutput }: Options): Promise<string> {
  if (tokenOutput === undefined) return '';
  const { readIfThere } = await import('../../platform/private-files.ts');
  const { parseToken } = await import('../../platform/random-token.ts');
  const held = (await readIfThere(tokenOutput))?.trim() ?? '';
  if (held !== '' && parseToken('azk', held) === undefined)
    throw new Refusal(`${tokenOutput} has something else than an access token, and is not overwritten`);
  return held;
}

async function provideToken(
  tokens: Features['portalAccounts']['tokens'],
  accountId: string,
  { tokenScopes, tokenName = DEFAULT_TOKEN_NAME, tokenDays: days, tokenOutput }: Options,
  held: string,
) {
  if (tokenScopes === undefined) return undefined;
  const wanted = { name: tokenName, scopes: [...tokenScopes], days };
  if (tokenOutput === undefined) return tokens.provide(accountId, wanted, {});
  const { replaceFile } = await import('../../platform/private-files.ts');
  const provided = await tokens.provide(accountId, { ...wanted, held }, {});
  if (provided) await replaceFile(tokenOutput, `${provided.token}\n`);
  return provided;
}
