import type { Command } from 'commander';
import type { FaultName } from '../../connections/virtual-devices/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { faultNames } from '../names.ts';
import { faultList, wholeNumber } from '../options.ts';
import { onPorts } from '../run.ts';
import { record } from '../text.ts';

type CreateOptions = {
  user: string;
  template: string;
  application?: string;
  name?: string;
  virtual?: true;
  seed?: number;
  faults: readonly FaultName[];
};

const HELP = `
Without --virtual the channel has no owner: it stores what is written to it. A virtual device behaves like a real one
while the server runs: it reports values, and answers with a delay. The faults late, lost, duplicate, out-of-order and
offline occur at random; silent (never answers), refusing (answers every write with an access message) and away (sends
nothing) are permanent. To create a device with its own credentials, see \`azulejo device create\`.

Examples:
  $ azulejo channel create --user ana@demo.example --template 0f5a3c1e-… --name "Hall lamp"
  $ azulejo channel create --user ana@demo.example --template 0f5a3c1e-… --virtual --faults late,lost`;

export function addChannel(program: Command): void {
  const group = program.command('channel').description('Devices in users’ homes.');
  group
    .command('create')
    .description('Add a device to a user’s home: its channel, grant and tiles.')
    .requiredOption('--user <user>', 'id or e-mail')
    .requiredOption('--template <id>', 'template id from `azulejo template list`; uses its newest version')
    .option('--application <application>', 'application of the user, if several have this e-mail')
    .option('--name <name>', 'name of the device (default: the template’s name)')
    .option('--virtual', 'simulate the device')
    .option('--seed <n>', 'seed of the simulation', wholeNumber)
    .option('--faults <names>', `${faultNames.join(', ')}; comma-separated`, faultList, [])
    .addHelpText('after', HELP)
    .action(
      onPorts(async ({ channels, users }, options: CreateOptions) => {
        const { id: userId } = await users.find(options.user, options.application);
        const { template: templateId, name, seed, faults } = options;
        const device = { userId, templateId, name };
        const isVirtual = options.virtual === true;
        if (!isVirtual && (seed !== undefined || faults.length > 0))
          throw new Refusal('--seed and --faults need a virtual device: add --virtual');
        const { user, channel, template } = isVirtual
          ? await channels.createVirtual({ ...device, seed, faults })
          : await channels.create(device);
        const components = template.components.map(({ id }) => id);
        return {
          data: {
            id: channel.id,
            name: channel.name,
            template: template.id,
            template_version: template.version,
            user: user.id,
            is_virtual: isVirtual,
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
