import { type Command, Option } from 'commander';
import { Refusal } from '../../app/doctor/failure.ts';
import type { ClientChanges } from '../../people/applications/index.ts';
import { collect, collectWords, duration, wholeNumber } from '../options.ts';
import { onPlatform } from '../run.ts';
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
What is not named stays. Redirect URIs, origins and scopes are replaced by those that are named. Lifetimes hold for
tokens that are issued from now on.

Examples:
  $ azulejo application update casa-azul.7d5c2c --name "Casa Azul" --origin https://casa.example
  $ azulejo application update casa-azul.7d5c2c --no-redirect-uri --no-access-token-lifetime`;

export function addUpdate(group: Command): void {
  const command = group
    .command('update <application>')
    .description('Change what is said of an application.')
    .option('--name <name>', 'what people call it')
    .option('--redirect-uri <uri>', 'where a sign-in may send the browser; may be repeated', collect)
    .option(
      '--origin <origin>',
      'whose pages may call the API, scheme://host[:port]; may be repeated',
      collect,
    )
    .option('--scope <scopes>', 'what it may ask for; may be repeated', collectWords)
    .option('--access-token-lifetime <duration>', 'such as 30d', duration)
    .option('--refresh-token-lifetime <duration>', 'such as 365d', duration)
    .option('--minimum-password-length <n>', 'of its users’ passwords, from 6', wholeNumber)
    .option('--app-scheme <scheme>', 'of URLs that open its app, such as casaazul');
  for (const [flag, text] of withouts) command.addOption(new Option(flag, text).default(undefined));
  command.addHelpText('after', HELP).action(
    onPlatform(async ({ features: { applications } }, id: string, options: UpdateOptions) => {
      const changes = readChanges(options);
      if (Object.values(changes).every((value) => value === undefined))
        throw new Refusal('nothing to change is named: see --help');
      const client = await applications.update(id, changes);
      return showApplication(client, await applications.linksOf(client.id));
    }),
  );
}

const withouts = [
  ['--no-redirect-uri', 'no sign-in sends the browser anywhere'],
  ['--no-origin', 'no page may call the API'],
  ['--no-access-token-lifetime', 'as the platform sets it'],
  ['--no-refresh-token-lifetime', 'as the platform sets it'],
  ['--no-app-scheme', 'no URL opens its app'],
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
