import type { PortalMakerAccount } from '@azulejo/contract';
import type { Command } from 'commander';
import { readFirstLine } from '../../platform/read-first-line.ts';
import { Refusal } from '../../platform/refusal.ts';
import { collect } from '../options.ts';
import { canPrompt, promptSecret } from '../password.ts';
import type { Portal } from '../portal/client.ts';
import { applicationId, findApplication, findManager } from '../portal/find.ts';
import { onPortal } from '../run.ts';
import { list, record, timeText } from '../text.ts';

type SetOptions = {
  application: string;
  clientId: string;
  clientSecret?: string | false;
  clientSecretFile?: string;
  origin?: string[];
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
      onPortal(async ({ portal }, name: string) => {
        const manager = await findManager(portal, name);
        const { accounts } = await portal.managers.accounts({ manager_id: manager.client_id });
        const rows = accounts.map(({ application, client_id, has_secret, origins, updated }) => [
          application.id,
          client_id,
          has_secret ? 'yes' : 'no',
          origins.join(' '),
          timeText(Date.parse(updated)),
        ]);
        return {
          data: accounts.map((account) => toAccountRecord(manager.client_id, account)),
          text: list(
            ['application', 'client id', 'secret', 'origins', 'set'],
            rows,
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
      onPortal(async ({ portal }, name: string, { application }: { application: string }) => {
        const { client_id: manager_id } = await findManager(portal, name);
        const application_id = await applicationId(portal, application);
        await portal.managers.removeAccount({ manager_id, application_id });
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
      onPortal(async ({ portal, isJson }, name: string, options: SetOptions) => {
        const client_secret = await chooseSecret(options, { isJson });
        const manager = await findManager(portal, name);
        const application = await findApplication(portal, options.application);
        const [manager_id, application_id] = [manager.client_id, application.client_id];
        const origins = options.origin ?? (await originsOf(portal, manager_id, application_id));
        const change = { client_id: options.clientId, client_secret, origins };
        const { accounts } = await portal.managers.setAccount({ manager_id, application_id, ...change });
        const account = accounts.find((each) => each.application.id === application_id);
        return {
          data: account && toAccountRecord(manager_id, account),
          text: record(`${application.name} has an account at the maker of ${manager.name}:`, {
            'client id': account?.client_id,
            secret: account?.has_secret ? 'sealed' : 'none',
            origins: account?.origins.join(' '),
          }),
        };
      }),
    );
}

/** Returns the record for `--json`. */
const toAccountRecord = (managerId: string, account: PortalMakerAccount) => ({
  managerId,
  applicationId: account.application.id,
  clientId: account.client_id,
  hasSecret: account.has_secret,
  origins: account.origins,
  updated: Date.parse(account.updated),
});

/** Returns the origins of the account that is set. Throws when there is none. */
async function originsOf(
  { managers }: Portal,
  manager_id: string,
  application_id: string,
): Promise<string[]> {
  const { accounts } = await managers.accounts({ manager_id });
  const before = accounts.find(({ application }) => application.id === application_id);
  if (!before) throw new Refusal('a new account needs --origin, where its secret may be sent');
  return before.origins;
}

/** Returns the secret as the options say, else asks for it; null when the maker gave none. */
async function chooseSecret(
  { clientSecret, clientSecretFile }: SetOptions,
  { isJson }: { isJson: boolean },
): Promise<string | null> {
  if (clientSecret === false) return null;
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
