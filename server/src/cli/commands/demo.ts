import { rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { credentialsFile, demoCredentials } from '../../welcome.ts';
import { Refusal } from '../failure.ts';
import { onCatalogue, onPlatform } from '../run.ts';
import { record } from '../text.ts';

const HELP = `
Examples:
  $ azulejo demo create
  $ azulejo demo remove`;

export function addDemo(program: Command): void {
  const group = program
    .command('demo')
    .description('The demo: one application, one user, and a home of devices to try things with.')
    .addHelpText('after', HELP);
  addShow(group);
  group
    .command('create')
    .description('Make the demo, and show its credentials once.')
    .action(
      onCatalogue(async ({ features, config }) => {
        if (await features.demo.exists()) {
          throw new Refusal('there is a demo already; `azulejo demo remove` takes it away, whole');
        }
        const demo = await features.demo.create();
        if (!demo) throw new Refusal('the demo is being made by another process at this moment');
        const { clientId, clientSecret, email, password } = demo;
        const lines = demoCredentials(demo, config.urls.auth, config.urls.base);
        return {
          data: { client_id: clientId, client_secret: clientSecret, username: email, password },
          text: ['A demo home was made. Its credentials are shown only now:', '', ...lines].join('\n'),
        };
      }),
    );
  group
    .command('remove')
    .description('Take the demo away: application, user, home, devices, values.')
    .action(
      onPlatform(async ({ features, config }) => {
        const isRemoved = await features.demo.remove();
        await rm(credentialsFile(config), { force: true });
        return {
          data: { is_removed: isRemoved },
          text: isRemoved ? 'The demo is gone.' : 'There was no demo.',
        };
      }),
    );
}

function addShow(group: Command): void {
  group
    .command('show', { isDefault: true })
    .description('Show whether there is a demo, and what is in it.')
    .action(
      onPlatform(async ({ features: { applications, users, channels } }) => {
        const client = (await applications.list()).find(({ isDemo }) => isDemo);
        if (!client)
          return { data: { exists: false }, text: 'There is no demo; `azulejo demo create` makes one.' };
        const people = await users.list(client.id);
        const homes = await Promise.all(people.map(({ id }) => channels.grantedTo(id)));
        const devices = homes.flatMap((home) => home.channels.map(({ channel }) => channel));
        return {
          data: {
            exists: true,
            client_id: client.id,
            users: people.map(({ id, email }) => ({ id, email })),
            channels: devices.map(({ id, name }) => ({ id, name })),
          },
          text: record(`There is a demo with ${devices.length} devices.`, {
            client_id: client.id,
            users: people.map(({ email }) => email).join('\n') || undefined,
            devices: devices.map(({ id, name }) => `${id}  ${name}`).join('\n') || undefined,
          }),
        };
      }),
    );
}
