import { type Command, Option } from 'commander';
import { Refusal } from '../../platform/refusal.ts';
import { collect, collectWords, duration, wholeNumber } from '../options.ts';
import type { Portal } from '../portal/client.ts';
import { allApplications, applicationId, findApplication } from '../portal/find.ts';
import { type Answer, onPortal } from '../run.ts';
import {
  showApplication,
  showApplications,
  showNewSecret,
  toApplicationRecord,
} from './application-answers.ts';
import { addCreate } from './application-create.ts';
import { type SettingOptions, toSettings } from './application-settings.ts';

export function addApplication(program: Command): void {
  const group = program
    .command('application')
    .description('Registered clients: phone and web apps, distributors, managers.');
  addCreate(group);
  group
    .command('list')
    .description('List all applications.')
    .action(onPortal(async ({ portal }) => showApplications(await allApplications(portal))));
  group
    .command('show <application>')
    .description('Show one application, by client_id or namespace. Secrets are never shown again.')
    .action(onPortal(async ({ portal }, id: string) => showApplication(await findApplication(portal, id))));
  addUpdate(group);
  addRotate(group);
  addState(group, 'enable', 'enabled', 'Let an application and its users sign in again.');
  addState(
    group,
    'disable',
    'disabled',
    'Disable an application: its tokens and its users’ tokens end immediately.',
  );
  addLinks(group);
  addDelete(group);
}

type UpdateOptions = SettingOptions & { name?: string };

const UPDATE_HELP = `
Settings that are not given stay as they are. Redirect URIs, origins and scopes are replaced by the given ones.
Lifetimes apply to tokens issued from now on.

Examples:
  $ azulejo application update casa-azul.7d5c2c --name "Casa Azul" --origin https://casa.example
  $ azulejo application update casa-azul.7d5c2c --no-redirect-uri --no-access-token-lifetime`;

function addUpdate(group: Command): void {
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
  command.addHelpText('after', UPDATE_HELP).action(
    onPortal(async ({ portal }, id: string, { name, ...options }: UpdateOptions) => {
      const changes = { name, ...toSettings(options) };
      if (Object.values(changes).every((value) => value === undefined))
        throw new Refusal('no change was given: see --help');
      const application_id = await applicationId(portal, id);
      return showApplication(await portal.applications.update({ application_id, ...changes }));
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

function addRotate(group: Command): void {
  group
    .command('rotate-secret <application>')
    .description('Create a new client_secret, shown only once; the previous one works for 24 more hours.')
    .action(
      onPortal(async ({ portal }, id: string) => {
        const application_id = await applicationId(portal, id);
        const { application, client_secret } = await portal.applications.rotateSecret({ application_id });
        const { previous_secret_expires } = application;
        const { data, text } = showNewSecret(application.name, { client_secret, previous_secret_expires });
        return { data: { ...toApplicationRecord(application), ...data }, text };
      }),
    );
}

function addState(group: Command, name: string, state: 'enabled' | 'disabled', description: string): void {
  group
    .command(`${name} <application>`)
    .description(description)
    .action(
      onPortal(async ({ portal }, id: string) => {
        const application_id = await applicationId(portal, id);
        const application = await portal.applications.setState({ application_id, state });
        return {
          data: toApplicationRecord(application),
          text: `${application.name} (${application.namespace}) is ${state}.`,
        };
      }),
    );
}

function addLinks(group: Command): void {
  group
    .command('link <distributor> <application>')
    .description('Let a distributor access the users and devices of an application.')
    .action(
      onPortal(({ portal }, distributor: string, application: string) =>
        setLink(portal, [distributor, application], true),
      ),
    );
  group
    .command('unlink <distributor> <application>')
    .description('End the access of a distributor immediately.')
    .action(
      onPortal(({ portal }, distributor: string, application: string) =>
        setLink(portal, [distributor, application], false),
      ),
    );
}

/** Lets a distributor work for an application, or ends that. */
async function setLink(
  portal: Portal,
  [distributor, application]: readonly [string, string],
  isLinked: boolean,
): Promise<Answer> {
  const { applications } = portal;
  const application_id = await applicationId(portal, distributor);
  const { client_id: target_id, name } = await findApplication(portal, application);
  const from = await applications[isLinked ? 'link' : 'unlink']({ application_id, target_id });
  return {
    data: { distributor: application_id, application: target_id, is_linked: isLinked },
    text: `${from.name} ${isLinked ? 'works for' : 'no longer works for'} ${name}.`,
  };
}

const HELP = `
Its users, their homes and devices, and its secret are deleted immediately. Without --confirm, the command only shows
what would be deleted. Managers keep their channels.

Example:
  $ azulejo application delete casa-azul.7d5c2c --confirm "Casa Azul"`;

function addDelete(group: Command): void {
  group
    .command('delete <application>')
    .description('Delete an application with its users and all their data.')
    .option('--confirm <name>', 'the application’s name, as confirmation')
    .addHelpText('after', HELP)
    .action(
      onPortal(
        async ({ portal }, id: string, { confirm }: { confirm?: string }) => {
          const { client_id: application_id, name } = await findApplication(portal, id);
          const counted = await portal.applications.consequences({ application_id });
          const { users, channels, devices, tiles } = counted;
          const counts = { users, channels, devices, tiles };
          const all = Object.entries(counts)
            .map(([kind, count]) => `${kind}: ${counted.at_least.includes(kind) ? 'at least ' : ''}${count}`)
            .join(', ');
          if (confirm !== name)
            throw new Refusal(`this would be deleted with it (${all}): add --confirm "${name}"`);
          await portal.applications.remove({ application_id, name });
          return {
            data: { client_id: application_id, ...counts },
            text: `${name} is deleted, with everything that belonged to it (${all}).`,
          };
        },
        { removes: true },
      ),
    );
}
