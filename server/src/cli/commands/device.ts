import type { Command } from 'commander';
import type { Device } from '../../connections/devices/index.ts';
import { findUser } from '../find-user.ts';
import { onCatalogue, onPlatform } from '../run.ts';
import { list, record, timeText } from '../text.ts';

type CreateOptions = { user: string; template: string; application?: string; name?: string };

const HELP = `
The device signs in with its client_id and client_secret, asks for the scope device, and publishes on
/v3/channels/{channel}/components/{component}/properties/{property}/value. DEVICE is a client_id or namespace.

Examples:
  $ azulejo device create --user ana@demo.example --template 0f5a3c1e-… --name "Hall lamp" --json
  $ azulejo device rotate-secret 3f1d2c7e-…`;

export function addDevice(program: Command): void {
  const group = program
    .command('device')
    .description('Devices with their own credentials.')
    .addHelpText('after', HELP);
  addCreate(group);
  group
    .command('list')
    .description('List devices and the channels they created.')
    .option('--user <user>', 'only devices in this user’s home: id or e-mail')
    .option('--application <application>', 'application of the user, if several have this e-mail')
    .action(
      onPlatform(async ({ features }, { user, application }: { user?: string; application?: string }) => {
        const found = user === undefined ? undefined : await findUser(features, user, application);
        return showDevices(await features.devices.list(found?.id));
      }),
    );
  addRotate(group);
  addRemove(group);
}

function addCreate(group: Command): void {
  group
    .command('create')
    .description('Create a device in a user’s home and show its client_id and client_secret.')
    .requiredOption('--user <user>', 'id or e-mail')
    .requiredOption('--template <id>', 'template id from `azulejo template list`; uses its newest version')
    .option('--application <application>', 'application of the user, if several have this e-mail')
    .option('--name <name>', 'name of the device (default: the template’s name)')
    .action(
      onCatalogue(async ({ features }, options: CreateOptions) => {
        const { id: userId } = await findUser(features, options.user, options.application);
        const { template: templateId, name } = options;
        const made = await features.devices.create({ userId, templateId, name });
        const { client, secret, channel, template, user } = made;
        const components = template.components.map(({ id }) => id);
        return {
          data: {
            client_id: client.id,
            client_secret: secret,
            channel: channel.id,
            name: channel.name,
            namespace: client.namespace,
            template: template.id,
            template_version: template.version,
            user: user.id,
            components,
          },
          text: `${record(`${channel.name} is in the home of ${user.name}.`, {
            client_id: client.id,
            client_secret: secret,
            channel: channel.id,
            template: `${template.vendor} ${template.model}, version ${template.version}`,
            components: components.join('\n'),
          })}\n\nThe client_secret is shown only once.`,
        };
      }),
    );
}

function addRotate(group: Command): void {
  group
    .command('rotate-secret <device>')
    .description('Create a new client_secret, shown only once; the previous one works for 24 more hours.')
    .action(
      onPlatform(async ({ features }, id: string) => {
        const { client, secret, previousExpires } = await features.devices.rotateSecret(id);
        const until = new Date(previousExpires).toISOString();
        return {
          data: { client_id: client.id, client_secret: secret, previous_secret_expires: until },
          text: [
            `The new client_secret of ${client.name}, shown only once:`,
            `  ${secret}`,
            `The previous one works until ${timeText(previousExpires)}.`,
          ].join('\n'),
        };
      }),
    );
}

function addRemove(group: Command): void {
  group
    .command('remove <device>')
    .description('Remove a device with its channels and values; its tokens end immediately.')
    .action(
      onPlatform(async ({ features }, id: string) => {
        const device = await features.devices.remove(id);
        await features.removal.sweep();
        return { data: toDeviceRecord(device), text: `${device.client.name} was removed.` };
      }),
    );
}

const toDeviceRecord = ({ client, channels }: Device) => ({
  client_id: client.id,
  name: client.name,
  namespace: client.namespace,
  state: client.state,
  channels,
  created: new Date(client.created).toISOString(),
});

function showDevices(devices: readonly Device[]) {
  const rows = devices.flatMap(({ client, channels }) =>
    channels.map((channel) => [channel.name, client.state, client.id, channel.id]),
  );
  return {
    data: devices.map(toDeviceRecord),
    text: list(['NAME', 'STATE', 'CLIENT_ID', 'CHANNEL'], rows, 'There are no devices yet.'),
  };
}
