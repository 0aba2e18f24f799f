import { rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { Refusal } from '../../platform/refusal.ts';
import { onCatalogue, onPlatform } from '../run.ts';
import { record } from '../text.ts';

const HELP = `
Examples:
  $ azulejo demo create
  $ azulejo demo remove`;

export function addDemo(program: Command): void {
  const group = program
    .command('demo')
    .description('The demo: a user of /home with simulated devices to try things out.')
    .addHelpText('after', HELP);
  addShow(group);
  group
    .command('create')
    .description('Create the demo and show its credentials once.')
    .action(
      onCatalogue(async ({ features, config }) => {
        if (await features.demo.exists()) {
          throw new Refusal('a demo already exists; `azulejo demo remove` removes it');
        }
        const demo = await features.demo.create();
        if (!demo) throw new Refusal('another process is creating the demo right now');
        const { clientId, email, password } = demo;
        const { demoCredentials } = await import('../../process/welcome.ts');
        const lines = demoCredentials(demo, config.urls.auth, config.urls.base);
        return {
          data: { client_id: clientId, username: email, password },
          text: ['The demo home was created. Its credentials are shown only once:', '', ...lines].join('\n'),
        };
      }),
    );
  group
    .command('remove')
    .description('Remove the demo: user, home, devices, values.')
    .action(
      onPlatform(async ({ features, config }) => {
        const isRemoved = await features.demo.remove();
        await features.removal.sweep();
        const { credentialsFile } = await import('../../process/welcome.ts');
        await rm(credentialsFile(config), { force: true });
        return {
          data: { is_removed: isRemoved },
          text: isRemoved ? 'The demo was removed.' : 'There was no demo.',
        };
      }),
    );
}

function addShow(group: Command): void {
  group
    .command('show', { isDefault: true })
    .description('Show whether a demo exists, and what it contains.')
    .action(
      onPlatform(async ({ features: { demo, channels } }) => {
        const user = await demo.find();
        if (!user)
          return { data: { exists: false }, text: 'There is no demo; `azulejo demo create` creates one.' };
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
