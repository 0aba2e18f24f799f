import type { Command } from 'commander';
import { Refusal } from '../../platform/refusal.ts';
import type { Application } from '../platform/ports.ts';
import { onPorts } from '../run.ts';
import { timeText } from '../text.ts';
import { showApplication, showApplications, showLinked, toApplicationRecord } from './application-answers.ts';
import { addCreate } from './application-create.ts';
import { addUpdate } from './application-update.ts';

export function addApplication(program: Command): void {
  const group = program
    .command('application')
    .description('Registered clients: phone and web apps, distributors, managers.');
  addCreate(group);
  group
    .command('list')
    .description('List all applications.')
    .action(onPorts(async ({ applications }) => showApplications(await applications.list())));
  group
    .command('show <application>')
    .description('Show one application, by client_id or namespace. Secrets are never shown again.')
    .action(onPorts(async ({ applications }, id: string) => showApplication(await applications.get(id))));
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

function addRotate(group: Command): void {
  group
    .command('rotate-secret <application>')
    .description('Create a new client_secret, shown only once; the previous one works for 24 more hours.')
    .action(
      onPorts(async ({ applications }, id: string) => {
        const { application, secret, previousExpires } = await applications.rotateSecret(id);
        const until = previousExpires === undefined ? null : new Date(previousExpires).toISOString();
        return {
          data: {
            ...(await toApplicationRecord(application)),
            client_secret: secret,
            previous_secret_expires: until,
          },
          text: [
            `The new client_secret of ${application.name}, shown only once:`,
            `  ${secret}`,
            ...(previousExpires === undefined
              ? []
              : [`The previous one works until ${timeText(previousExpires)}.`]),
          ].join('\n'),
        };
      }),
    );
}

function addState(group: Command, name: string, state: Application['state'], description: string): void {
  group
    .command(`${name} <application>`)
    .description(description)
    .action(
      onPorts(async ({ applications }, id: string) => {
        const client = await applications.setState(id, state);
        return {
          data: await toApplicationRecord(client),
          text: `${client.name} (${client.namespace}) is ${state}.`,
        };
      }),
    );
}

function addLinks(group: Command): void {
  group
    .command('link <distributor> <application>')
    .description('Let a distributor access the users and devices of an application.')
    .action(
      onPorts(async ({ applications }, distributor: string, application: string) =>
        showLinked(await applications.setLink(distributor, application, true), true),
      ),
    );
  group
    .command('unlink <distributor> <application>')
    .description('End the access of a distributor immediately.')
    .action(
      onPorts(async ({ applications }, distributor: string, application: string) =>
        showLinked(await applications.setLink(distributor, application, false), false),
      ),
    );
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
      onPorts(async ({ applications }, id: string, { confirm }: { confirm?: string }) => {
        const { application, counts: counted } = await applications.consequences(id);
        const all = Object.entries(counted)
          .map(([name, { count, isMore }]) => `${name}: ${isMore ? 'at least ' : ''}${count}`)
          .join(', ');
        if (confirm !== application.name)
          throw new Refusal(`this would be deleted with it (${all}): add --confirm "${application.name}"`);
        await applications.remove(application);
        return {
          data: {
            client_id: application.id,
            ...Object.fromEntries(Object.entries(counted).map(([name, { count }]) => [name, count])),
          },
          text: `${application.name} is deleted, with everything that belonged to it (${all}).`,
        };
      }),
    );
}
