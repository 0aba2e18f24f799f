import type { Command } from 'commander';
import type { Features } from '../../app/features.ts';
import { readFirstLine } from '../../platform/read-first-line.ts';
import { Refusal } from '../../platform/refusal.ts';
import { collect } from '../options.ts';
import { canPrompt, promptSecret } from '../password.ts';
import { onPlatform } from '../run.ts';
import { list, record, timeText } from '../text.ts';

type SetOptions = {
  application: string;
  clientId: string;
  clientSecret?: string | false;
  clientSecretFile?: string;
  origin?: readonly string[];
};

const HELP = `
An application has its own client id at a maker. The command asks for the secret, or reads it from a file. The secret is
sealed with a key in DATA_DIR/keys, never shown again, and sent only to the origins. MANAGER and APP are a client_id or
namespace.

Example:
  $ azulejo manager account set acme --application casa-azul --client-id casa-azul-7 \\
      --client-secret-file secret.txt --origin https://accounts.acme.example`;

export function addAccounts(manager: Command): void {
  const group = manager
    .command('account')
    .description('The accounts of applications at the maker behind a manager.')
    .addHelpText('after', HELP);
  addSet(group);
  group
    .command('list <manager>')
    .description('List the accounts, without their secrets.')
    .action(
      onPlatform(async ({ features: { applications, makerAccounts } }, name: string) => {
        const manager = await applications.get(name);
        const accounts = await makerAccounts.list(manager.id);
        return {
          data: accounts,
          text: list(
            ['application', 'client id', 'secret', 'origins', 'set'],
            accounts.map((account) => [
              account.applicationId,
              account.clientId,
              account.hasSecret ? 'yes' : 'no',
              account.origins.join(' '),
              timeText(account.updated),
            ]),
            `${manager.name} has no accounts.`,
          ),
        };
      }),
    );
  group
    .command('remove <manager>')
    .description('Remove the account of an application. Its users can then no longer sign in at the maker.')
    .requiredOption('--application <app>', 'the application')
    .action(
      onPlatform(async ({ features }, name: string, { application }: { application: string }) => {
        await features.makerAccounts.remove(name, application);
        return { data: { removed: true }, text: 'The account is removed.' };
      }),
    );
}

function addSet(group: Command): void {
  group
    .command('set <manager>')
    .description('Set the account of an application at the maker. It replaces the previous one.')
    .requiredOption('--application <app>', 'the application')
    .requiredOption('--client-id <id>', 'id of the application at the maker')
    .option('--client-secret-file <file>', 'file whose first line is the secret')
    .option(
      '--client-secret <secret>',
      'the secret itself; others can read it in the process list and in the shell history',
    )
    .option('--no-client-secret', 'the maker gave no secret')
    .option(
      '--origin <url>',
      'where the secret may be sent, scheme://host[:port] (repeatable; default: the origins of the previous account)',
      collect,
    )
    .action(
      onPlatform(async ({ features, isJson }, name: string, options: SetOptions) => {
        const clientSecret = await chooseSecret(options, { isJson });
        const { application: app, clientId } = options;
        const origins = options.origin ?? (await originsOf(features, name, app));
        const change = { application: app, clientId, clientSecret, origins };
        const { manager, application, account } = await features.makerAccounts.set(name, change);
        return {
          data: account,
          text: record(`${application.name} has an account at the maker of ${manager.name}:`, {
            'client id': account.clientId,
            secret: account.hasSecret ? 'sealed' : 'none',
            origins: account.origins.join(' '),
          }),
        };
      }),
    );
}

/** Returns the origins of the account that is set. Throws when there is none. */
async function originsOf(
  { applications, makerAccounts }: Features,
  managerName: string,
  applicationName: string,
): Promise<readonly string[]> {
  const [manager, application] = [
    await applications.get(managerName),
    await applications.get(applicationName),
  ];
  const accounts = await makerAccounts.list(manager.id);
  const before = accounts.find(({ applicationId }) => applicationId === application.id);
  if (!before) throw new Refusal('a new account needs --origin, where its secret may be sent');
  return before.origins;
}

/** Returns the secret as the options say, else asks for it; undefined when the maker gave none. */
async function chooseSecret(
  { clientSecret, clientSecretFile }: SetOptions,
  { isJson }: { isJson: boolean },
): Promise<string | undefined> {
  if (clientSecret === false) return undefined;
  if (typeof clientSecret === 'string') {
    process.stderr.write(
      'warning: the secret is now in the shell history; use --client-secret-file to avoid this\n',
    );
    return clientSecret;
  }
  if (clientSecretFile !== undefined) return readFirstLine(clientSecretFile);
  if (!canPrompt({ isJson })) throw new Refusal('there is no terminal to ask on; use --client-secret-file');
  const secret = await promptSecret('Client secret at the maker:');
  if (secret === '')
    throw new Refusal('the secret must not be empty; use --no-client-secret if there is none');
  return secret;
}
