import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { Refusal } from '../../platform/refusal.ts';
import { canPrompt, promptSecret } from '../password.ts';
import { readProfiles, writeProfiles } from '../remote/profiles.ts';
import { checkToken, checkUrl, type TargetOptions, trust } from '../remote/target.ts';
import { answering, type GlobalOptions } from '../run.ts';
import { list, record, timeText } from '../text.ts';

const HELP = `
Create the access token in the portal, on the page "Access tokens". The command asks for the token without showing it;
without a terminal, it reads the token from stdin. It is stored in azulejo/profiles.json of XDG_CONFIG_HOME (default:
~/.config), where only you can read it. Commands then use that server, unless they have the option --local.

Examples:
  $ azulejo login --url https://home.example
  $ azulejo login --url https://home.example --profile-name test < token.txt`;

type LoginOptions = { profileName?: string };

export function addLogin(program: Command): void {
  program
    .command('login')
    .description('Save a server and an access token for it, and use them from now on.')
    .option('--profile-name <name>', 'name of the profile (default: the host)')
    .addHelpText('after', HELP)
    .action(answering(login));
  program
    .command('logout [profile]')
    .description(
      'Remove a saved profile, by default the one in use. The token stays valid until you revoke it.',
    )
    .action(answering(async (_options, name?: string) => logout(name)));
  addProfile(program);
}

function addProfile(program: Command): void {
  const group = program.command('profile').description('Servers that were saved by `azulejo login`.');
  group
    .command('list')
    .description('List the saved servers.')
    .action(
      answering(async () => {
        const { current, profiles } = await readProfiles();
        const data = Object.entries(profiles).map(([name, { url }]) => ({
          name,
          url,
          is_current: name === current,
        }));
        const rows = data.map(({ name, url, is_current }) => [name, url, is_current ? 'yes' : '']);
        return { data, text: list(['NAME', 'URL', 'IN USE'], rows, 'There are no profiles.') };
      }),
    );
  group
    .command('use <profile>')
    .description('Use a saved server from now on.')
    .action(
      answering(async (_options, name: string) => {
        const stored = await readProfiles();
        const { url } = existing(stored.profiles, name);
        await writeProfiles({ ...stored, current: name });
        return { data: { name, url }, text: `Commands now use ${url}.` };
      }),
    );
}

async function login(options: GlobalOptions & TargetOptions, { profileName }: LoginOptions) {
  if (options.url === undefined) throw new Refusal('name the server with --url');
  const url = checkUrl(options.url, options);
  await trust(options.ca);
  const isJson = options.json === true;
  const given = canPrompt({ isJson }) ? await promptSecret('Access token:') : await text(process.stdin);
  const token = checkToken(given);
  const { createPortal } = await import('../portal/client.ts');
  const { sendTo } = await import('../portal/network.ts');
  const { account, token: own } = await createPortal(sendTo({ url, token })).tokens.current();
  const name = profileName ?? new URL(url).host;
  if (!/^[\w.:[\]-]{1,100}$/.test(name) || name === '__proto__')
    throw new Refusal('the name of a profile has letters, digits, dots and dashes');
  const stored = await readProfiles();
  const profile = { url, token, ...(options.ca === undefined ? {} : { ca: resolve(options.ca) }) };
  const profiles = { ...stored.profiles, [name]: profile };
  const file = await writeProfiles({ current: name, profiles });
  const expires = own ? Date.parse(own.expires) : undefined;
  return {
    data: { profile: name, url, account: account.email, role: account.role, scopes: own?.scopes ?? [] },
    text: record(`Commands now use ${url}.`, {
      profile: name,
      account: `${account.name} (${account.email}), ${account.role}`,
      scopes: own?.scopes.join(' '),
      expires: expires === undefined ? undefined : timeText(expires),
      'saved in': file,
    }),
  };
}

async function logout(given: string | undefined) {
  const stored = await readProfiles();
  const name = given ?? stored.current;
  if (name === undefined) throw new Refusal('no profile is in use: name one from `azulejo profile list`');
  const { url } = existing(stored.profiles, name);
  const { [name]: _removed, ...profiles } = stored.profiles;
  const { current } = stored;
  await writeProfiles({ ...(current !== undefined && current !== name && { current }), profiles });
  return {
    data: { profile: name, url },
    text: `The profile "${name}" was removed. Revoke its token in the portal if it is no longer used.`,
  };
}

function existing<Profile>(profiles: Record<string, Profile>, name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (!profile) throw new Refusal(`there is no profile "${name}": see \`azulejo profile list\``);
  return profile;
}
