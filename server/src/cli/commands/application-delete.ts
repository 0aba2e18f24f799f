import type { Command } from 'commander';
import { Refusal } from '../../platform/refusal.ts';
import { onPorts } from '../run.ts';

const HELP = `
Its users, their homes and devices, and its secret are deleted immediately. Without --confirm, the command only shows
what would be deleted. Managers keep their channels.

Example:
  $ azulejo application delete casa-azul.7d5c2c --confirm "Casa Azul"`;

export function addDelete(group: Command): void {
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
