import type { Command } from 'commander';
import { findUser } from '../find-user.ts';
import { onCatalogue } from '../run.ts';
import { record } from '../text.ts';

type CreateOptions = { user: string; template: string; application?: string; name?: string };

const HELP = `
Example:
  $ azulejo channel create --user ana@demo.example --template 0f5a3c1e-… --name "Hall lamp"`;

export function addChannel(program: Command): void {
  const group = program.command('channel').description('Devices in people’s homes.');
  group
    .command('create')
    .description('Put a device into a user’s home: its channel, the right to use it, and its tiles.')
    .requiredOption('--user <user>', 'id or e-mail')
    .requiredOption('--template <id>', 'of `azulejo template list`; its newest version')
    .option('--application <application>', 'whose user, where an e-mail stands in several')
    .option('--name <name>', 'what the person calls it (default: the template’s name)')
    .addHelpText('after', HELP)
    .action(
      onCatalogue(async ({ features }, options: CreateOptions) => {
        const { id: userId } = await findUser(features, options.user, options.application);
        const { user, channel, template } = await features.homes.addDevice({
          userId,
          templateId: options.template,
          name: options.name,
        });
        const components = template.components.map(({ id }) => id);
        return {
          data: {
            id: channel.id,
            name: channel.name,
            template: template.id,
            template_version: template.version,
            user: user.id,
            components,
          },
          text: record(`${channel.name} is in the home of ${user.name}.`, {
            id: channel.id,
            template: `${template.vendor} ${template.model}, version ${template.version}`,
            components: components.join('\n'),
          }),
        };
      }),
    );
}
