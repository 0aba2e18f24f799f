import type { Command } from 'commander';
import { Refusal } from '../../app/doctor/failure.ts';
import { type FaultName, faultNames } from '../../connections/virtual-devices/index.ts';
import { findUser } from '../find-user.ts';
import { faultList, wholeNumber } from '../options.ts';
import { onCatalogue } from '../run.ts';
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
Without --virtual nobody stands behind the channel: it keeps what is written to it. A virtual device behaves as a
real one does, as long as the server runs: it reports, takes its time, and answers. Of its faults late, lost, duplicate,
out-of-order and offline strike now and then; silent (never answers), refusing (answers every write with an access
message) and away (says nothing) last. For a device with credentials of its own see \`azulejo device create\`.

Examples:
  $ azulejo channel create --user ana@demo.example --template 0f5a3c1e-… --name "Hall lamp"
  $ azulejo channel create --user ana@demo.example --template 0f5a3c1e-… --virtual --faults late,lost`;

export function addChannel(program: Command): void {
  const group = program.command('channel').description('Devices in people’s homes.');
  group
    .command('create')
    .description('Put a device into a user’s home: its channel, the right to use it, and its tiles.')
    .requiredOption('--user <user>', 'id or e-mail')
    .requiredOption('--template <id>', 'of `azulejo template list`; its newest version')
    .option('--application <application>', 'whose user, where an e-mail stands in several')
    .option('--name <name>', 'what the person calls it (default: the template’s name)')
    .option('--virtual', 'with a virtual device behind it')
    .option('--seed <n>', 'decides what the virtual device does', wholeNumber)
    .option('--faults <names>', `${faultNames.join(', ')}; between commas`, faultList, [])
    .addHelpText('after', HELP)
    .action(
      onCatalogue(async ({ features }, options: CreateOptions) => {
        const { id: userId } = await findUser(features, options.user, options.application);
        const { template: templateId, name, seed, faults } = options;
        const device = { userId, templateId, name };
        const isVirtual = options.virtual === true;
        if (!isVirtual && (seed !== undefined || faults.length > 0))
          throw new Refusal('--seed and --faults are of a virtual device: add --virtual');
        const { user, channel, template } = isVirtual
          ? await features.virtualDevices.create({ ...device, seed, faults })
          : await features.homes.addDevice(device);
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
