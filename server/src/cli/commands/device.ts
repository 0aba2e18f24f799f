import type { Command } from 'commander';
import { Refusal } from '../../platform/refusal.ts';
import type { Made, Ports, ShownDevice } from '../platform/ports.ts';
import { onPorts } from '../run.ts';
import { list, record, timeText } from '../text.ts';

type CreateOptions = {
  user?: string;
  claim?: true;
  claimDays?: string;
  template: string;
  application?: string;
  name?: string;
  singleConnection?: true;
};

const HELP = `
The device connects over MQTT with its client_id as username and its client_secret as password, and publishes on
/v3/channels/{channel}/components/{component}/properties/{property}/value. DEVICE is a client_id or namespace.
With --claim, the device has no owner yet: the first person who enters the code in Home becomes its owner.

Examples:
  $ azulejo device create --user ana@demo.example --template 0f5a3c1e-… --name "Hall lamp" --json
  $ azulejo device create --claim --claim-days 365 --template 0f5a3c1e-…
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
      onPorts(async ({ devices, users }, { user, application }: { user?: string; application?: string }) => {
        const found = user === undefined ? undefined : await users.find(user, application);
        return showDevices(await devices.list(found?.id));
      }),
    );
  addRotate(group);
  addRemove(group);
}

function addCreate(group: Command): void {
  group
    .command('create')
    .description(
      'Create a device in a user’s home, or with a claim code, and show its client_id and client_secret.',
    )
    .option('--user <user>', 'id or e-mail of the user who gets it')
    .option('--claim', 'create a claim code instead, with which a person adds the device in Home')
    .option('--claim-days <days>', 'days until the claim code expires (default: never)')
    .requiredOption('--template <id>', 'template id from `azulejo template list`; uses its newest version')
    .option(
      '--application <application>',
      'application of the user, if several have this e-mail; with --claim, whose users may claim it (default: any)',
    )
    .option('--name <name>', 'name of the device (default: the template’s name)')
    .option('--single-connection', 'a new connection of the device closes its previous one')
    .action(
      onPorts(async (ports, options: CreateOptions) => {
        if ((options.user === undefined) === (options.claim === undefined))
          throw new Refusal('choose an owner with --user, or --claim for a device without an owner');
        return options.claim ? createUnclaimed(ports, options) : createForUser(ports, options);
      }),
    );
}

async function createForUser({ devices, users }: Ports, options: CreateOptions) {
  const { id: userId } = await users.find(options.user ?? '', options.application);
  const { template: templateId, name, singleConnection: hasSingleConnection } = options;
  const made = await devices.create({ userId, templateId, name, hasSingleConnection });
  return showMade(made, { user: made.user.id }, `${made.channel.name} is in the home of ${made.user.name}.`);
}

async function createUnclaimed({ devices }: Ports, options: CreateOptions) {
  const { template: templateId, name, application, singleConnection: hasSingleConnection } = options;
  const claimDays = daysOf(options.claimDays);
  const device = { templateId, name, hasSingleConnection, application, claimDays };
  const made = await devices.createUnclaimed(device);
  const first = `${made.channel.name} waits for its owner, who types the claim_code in Home.`;
  return showMade(made, { claim_code: made.claimCode }, first);
}

function daysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= 3650) return days;
  throw new Refusal('--claim-days must be a whole number from 1 to 3650');
}

function showMade({ client, secret, channel, template }: Made, more: Record<string, string>, first: string) {
  const components = template.components.map(({ id }) => id);
  const credentials = { client_id: client.id, client_secret: secret };
  return {
    data: {
      ...credentials,
      channel: channel.id,
      name: channel.name,
      namespace: client.namespace,
      template: template.id,
      template_version: template.version,
      ...more,
      components,
    },
    text: `${record(first, {
      ...credentials,
      ...('claim_code' in more && more),
      channel: channel.id,
      template: `${template.vendor} ${template.model}, version ${template.version}`,
      components: components.join('\n'),
    })}\n\nThe client_secret${'claim_code' in more ? ' and the claim_code are' : ' is'} shown only once.`,
  };
}

function addRotate(group: Command): void {
  group
    .command('rotate-secret <device>')
    .description('Create a new client_secret, shown only once; the previous one works for 24 more hours.')
    .action(
      onPorts(async ({ devices }, id: string) => {
        const { client, secret, previousExpires } = await devices.rotateSecret(id);
        const until = previousExpires === undefined ? null : new Date(previousExpires).toISOString();
        return {
          data: { client_id: client.id, client_secret: secret, previous_secret_expires: until },
          text: [
            `The new client_secret of ${client.name}, shown only once:`,
            `  ${secret}`,
            ...(previousExpires === undefined
              ? []
              : [`The previous one works until ${timeText(previousExpires)}.`]),
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
      onPorts(async ({ devices }, id: string) => {
        const device = await devices.remove(id);
        return { data: toDeviceRecord(device), text: `${device.name} was removed.` };
      }),
    );
}

const toDeviceRecord = ({ id, name, namespace, state, channels, created }: ShownDevice) => ({
  client_id: id,
  name,
  namespace,
  state,
  channels,
  created: new Date(created).toISOString(),
});

function showDevices(devices: readonly ShownDevice[]) {
  const rows = devices.flatMap(({ id, state, channels }) =>
    channels.map((channel) => [channel.name, state, id, channel.id]),
  );
  return {
    data: devices.map(toDeviceRecord),
    text: list(['NAME', 'STATE', 'CLIENT_ID', 'CHANNEL'], rows, 'There are no devices yet.'),
  };
}
