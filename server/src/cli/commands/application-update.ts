import { type Command, Option } from 'commander';
import type { ClientChanges } from '../../identity/applications/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { collect, collectWords, duration, wholeNumber } from '../options.ts';
import { onPorts } from '../run.ts';
import { showApplication } from './application-answers.ts';

/** Options of the command; `false` is the option with `--no-`. */
type UpdateOptions = {
  name?: string;
  redirectUri?: readonly string[] | false;
  origin?: readonly string[] | false;
  scope?: readonly string[];
  accessTokenLifetime?: number | false;
  refreshTokenLifetime?: number | false;
  minimumPasswordLength?: number;
  appScheme?: string | false;
};

const HELP = `
Settings that are not given stay as they are. Redirect URIs, origins and scopes are replaced by the given ones.
Lifetimes apply to tokens issued from now on.

Examples:
  $ azulejo application update casa-azul.7d5c2c --name "Casa Azul" --origin https://casa.example
  $ azulejo application update casa-azul.7d5c2c --no-redirect-uri --no-access-token-lifetime`;

export function addUpdate(group: Command): void {
  const command = group
    .command('update <application>')
    .description('Change the settings of an application.')
    .option('--name <name>', 'display name')
    .option('--redirect-uri <uri>', 'where a sign-in may redirect; can be repeated', collect)
    .option(
      '--origin <origin>',
      'origin whose pages may call the API, scheme://host[:port]; can be repeated',
      collect,
    )
    .option('--scope <scopes>', 'scopes that it can request; can be repeated', collectWords)
    .option('--access-token-lifetime <duration>', 'e.g. 30d', duration)
    .option('--refresh-token-lifetime <duration>', 'e.g. 365d', duration)
    .option('--minimum-password-length <n>', 'for its users’ passwords, at least 6', wholeNumber)
    .option('--app-scheme <scheme>', 'URL scheme that opens its app, e.g. casaazul');
  for (const [flag, text] of withouts) command.addOption(new Option(flag, text).default(undefined));
  command.addHelpText('after', HELP).action(
    onPorts(async ({ applications }, id: string, options: UpdateOptions) => {
      const changes = readChanges(options);
      if (Object.values(changes).every((value) => value === undefined))
        throw new Refusal('no change was given: see --help');
      return showApplication(await applications.update(id, changes));
    }),
  );
}

const withouts = [
  ['--no-redirect-uri', 'remove all redirect URIs'],
  ['--no-origin', 'remove all origins'],
  ['--no-access-token-lifetime', 'use the platform default'],
  ['--no-refresh-token-lifetime', 'use the platform default'],
  ['--no-app-scheme', 'remove the app scheme'],
] as const;

const readChanges = (options: UpdateOptions): ClientChanges => ({
  name: options.name,
  redirectUris: options.redirectUri === false ? [] : options.redirectUri,
  origins: options.origin === false ? [] : options.origin,
  scopes: options.scope,
  accessTokenLifetime: options.accessTokenLifetime === false ? null : options.accessTokenLifetime,
  refreshTokenLifetime: options.refreshTokenLifetime === false ? null : options.refreshTokenLifetime,
  minimumPasswordLength: options.minimumPasswordLength,
  appScheme: options.appScheme === false ? null : options.appScheme,
});
