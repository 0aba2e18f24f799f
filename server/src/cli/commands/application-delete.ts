import type { Command } from 'commander';
import { Refusal } from '../../app/doctor/failure.ts';
import { onPlatform } from '../run.ts';

const HELP = `
Its users, their homes and devices, and its secret are gone immediately. Without --confirm the command only shows what
would be deleted. Managers keep their channels.

Example:
  $ azulejo application delete casa-azul.7d5c2c --confirm "Casa Azul"`;

export function addDelete(group: Command): void {
  group
    .command('delete <application>')
    .description('Delete an application with its users and all their data.')
    .option('--confirm <name>', 'the application’s name, as confirmation')
    .addHelpText('after', HELP)
    .action(
      onPlatform(async ({ features }, id: string, { confirm }: { confirm?: string }) => {
        const { applications, removal } = features;
        const client = await applications.get(id);
        if (client.kind === 'device') throw new Refusal('this is a device: see `azulejo device remove`');
        const counts = await removal.consequencesOf(client);
        const counted = {
          users: counts.users,
          channels: counts.channels,
          devices: counts.devices,
          tiles: counts.tiles,
        };
        const all = Object.entries(counted)
          .map(([name, { count, isMore }]) => `${name}: ${isMore ? 'at least ' : ''}${count}`)
          .join(', ');
        if (confirm !== client.name)
          throw new Refusal(`this would be deleted with it (${all}): add --confirm "${client.name}"`);
        await removal.application(client);
        await removal.sweep();
        return {
          data: {
            client_id: client.id,
            ...Object.fromEntries(Object.entries(counted).map(([name, { count }]) => [name, count])),
          },
          text: `${client.name} is deleted, with everything that belonged to it (${all}).`,
        };
      }),
    );
}
