import type { PortalApplicationType } from '@azulejo/contract';
import { type Command, Option } from 'commander';
import { clientTypes } from '../names.ts';
import { collect, collectWords, duration, wholeNumber } from '../options.ts';
import { onPortal } from '../run.ts';
import { describeApplication, toApplicationRecord } from './application-answers.ts';
import { type SettingOptions, toSettings } from './application-settings.ts';

type CreateOptions = SettingOptions & {
  type: PortalApplicationType;
  name: string;
  namespace?: string;
};

const HELP = `
The client_secret is shown once and is not stored: save it. Lifetimes below 72h are refused, because with shorter
ones known clients sign out, or sign in again and again.

Examples:
  $ azulejo application create --type mobile --name "Casa Azul" --redirect-uri casaazul://signed-in
  $ azulejo application create --type distributor --name "Boa Seguradora" --json
  $ azulejo application create --type manager --name "Acme cloud" --access-token-lifetime 365d`;

export function addCreate(group: Command): void {
  group
    .command('create')
    .description('Register an application and show its client_id and client_secret.')
    .addOption(
      new Option('--type <type>', 'type of the application').choices(clientTypes).makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'display name')
    .option('--namespace <namespace>', 'unique; derived from the name by default')
    .option('--redirect-uri <uri>', 'where a sign-in may redirect; can be repeated', collect)
    .option(
      '--origin <origin>',
      'origin whose pages may call the API, scheme://host[:port]; can be repeated',
      collect,
    )
    .option(
      '--scope <scopes>',
      'scopes that it can request (default: all of its type); can be repeated',
      collectWords,
    )
    .option('--access-token-lifetime <duration>', 'e.g. 30d', duration)
    .option('--refresh-token-lifetime <duration>', 'e.g. 365d', duration)
    .option('--minimum-password-length <n>', 'for its users’ passwords, at least 6 (default: 8)', wholeNumber)
    .option('--app-scheme <scheme>', 'URL scheme that opens its app, e.g. casaazul')
    .addHelpText('after', HELP)
    .action(
      onPortal(
        async ({ portal }, { name, type, namespace, ...options }: CreateOptions) => {
          const input = { name, type, namespace, ...toSettings(options) };
          const { application, client_secret } = await portal.applications.create(input);
          return {
            data: { ...toApplicationRecord(application), client_secret },
            text: `${describeApplication(`${application.name} is registered.`, application, { client_secret })}\n\nThe client_secret is shown only once.`,
          };
        },
        { mayCreate: true },
      ),
    );
}
