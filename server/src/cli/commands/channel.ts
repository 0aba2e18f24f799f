import type { Command } from 'commander';
import type { FaultName } from '../../connections/virtual-devices/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { faultNames } from '../names.ts';
import type { OpenPlatform } from '../open-platform.ts';
import { faultList, wholeNumber } from '../options.ts';
import type { Portal } from '../portal/client.ts';
import { findUser } from '../portal/find.ts';
import { onPortal } from '../run.ts';
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
      onPortal(
        async ({ portal, here }, options: CreateOptions) => {
          const { template: templateId, name, virtual = false, seed, faults } = options;
          const user = await findUser(portal, options.user, options.application);
          if (!virtual && (seed !== undefined || faults.length > 0))
            throw new Refusal('--seed and --faults need a virtual device: add --virtual');
          const { template, version } = await portal.templates.get({ template_id: templateId });
          const device = { userId: user.id, templateId, name };
          const channel = virtual
            ? await createVirtual(portal, { ...device, seed, faults })
            : await createWithoutOwner(here, device);
          const components = template.components.map(({ id }) => id);
          return {
            data: {
              ...channel,
              template: template.id,
              template_version: version,
              user: user.id,
              is_virtual: virtual,
              components,
            },
            text: record(`${channel.name} is in the home of ${user.name}.`, {
              id: channel.id,
              template: `${template.vendor} ${template.model}, version ${version}`,
              components: components.join('\n'),
            }),
          };
        },
        { needsCatalogue: true },
      ),
    );
}

type Wanted = { userId: string; templateId: string; name: string | undefined };

async function createVirtual(
  { virtualDevices }: Portal,
  { userId, templateId, name, seed, faults }: Wanted & Pick<CreateOptions, 'seed' | 'faults'>,
) {
  const input = { user_id: userId, template_id: templateId, name, seed, faults: [...faults] };
  const created = await virtualDevices.create(input);
  return { id: created.channel_id, name: created.name };
}

/** Adds a channel that nobody answers for. The portal has no such thing, which is for tests of applications. */
async function createWithoutOwner(here: OpenPlatform | undefined, device: Wanted) {
  if (!here)
    throw new Refusal(
      'a channel without an owner can be created only on the machine of the server: add --virtual, or run the command there',
    );
  const { id, name } = (await here.features.homes.addDevice(device)).channel;
  return { id, name };
}
