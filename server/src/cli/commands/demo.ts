import { rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { Refusal } from '../../app/doctor/failure.ts';
import { credentialsFile, demoCredentials } from '../../process/welcome.ts';
import { onCatalogue, onPlatform } from '../run.ts';
import { record } from '../text.ts';

const HELP = `
Examples:
  $ azulejo demo create
  $ azulejo demo remove`;

export function addDemo(program: Command): void {
  const group = program
    .command('demo')
    .description('The demo: a user of /home, with a home of devices to try things with.')
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
        const { clientId, email, password } = demo;
        const lines = demoCredentials(demo, config.urls.auth, config.urls.base);
        return {
          data: { client_id: clientId, username: email, password },
          text: ['A demo home was made. Its credentials are shown only now:', '', ...lines].join('\n'),
        };
      }),
    );
  group
    .command('remove')
    .description('Take the demo away: user, home, devices, values.')
    .action(
      onPlatform(async ({ features, config }) => {
        const isRemoved = await features.demo.remove();
        await features.removal.sweep();
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
      onPlatform(async ({ features: { demo, channels } }) => {
        const user = await demo.find();
        if (!user)
          return { data: { exists: false }, text: 'There is no demo; `azulejo demo create` makes one.' };
        const home = await channels.grantedTo(user.id);
        const devices = home.channels.map(({ channel }) => channel);
        return {
          data: {
            exists: true,
            client_id: user.clientId,
            user: { id: user.id, email: user.email },
            channels: devices.map(({ id, name }) => ({ id, name })),
          },
          text: record(`There is a demo with ${devices.length} devices.`, {
            client_id: user.clientId,
            user: user.email,
            devices: devices.map(({ id, name }) => `${id}  ${name}`).join('\n') || undefined,
          }),
        };
      }),
    );
}
