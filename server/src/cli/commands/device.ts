import type { ChannelTemplate, PortalDevice } from '@azulejo/contract';
import type { Command } from 'commander';
import { Refusal } from '../../platform/refusal.ts';
import type { Portal } from '../portal/client.ts';
import { allDevices, applicationId, findDevice, findUser } from '../portal/find.ts';
import { onPortal } from '../run.ts';
import { isoTime, list, record } from '../text.ts';
import { showNewSecret } from './application-answers.ts';

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
    .description('List devices, each with the oldest 20 channels that it created.')
    .option('--user <user>', 'only devices in this user’s home: id or e-mail')
    .option('--application <application>', 'application of the user, if several have this e-mail')
    .action(
      onPortal(async ({ portal }, { user, application }: { user?: string; application?: string }) => {
        const found = user === undefined ? undefined : await findUser(portal, user, application);
        return showDevices(await allDevices(portal, found?.id));
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
      onPortal(
        async ({ portal }, options: CreateOptions) => {
          if ((options.user === undefined) === (options.claim === undefined))
            throw new Refusal('choose an owner with --user, or --claim for a device without an owner');
          return createDevice(portal, options);
        },
        { needsCatalogue: true },
      ),
    );
}

async function createDevice(portal: Portal, options: CreateOptions) {
  const { user, application, template: templateId, name, singleConnection: single_connection } = options;
  const owner =
    user === undefined
      ? {
          application_id: application === undefined ? undefined : await applicationId(portal, application),
          claim_days: daysOf(options.claimDays),
        }
      : { user_id: (await findUser(portal, user, application)).id };
  const device = { channeltemplate_id: templateId, name, single_connection };
  // Read first: the secrets are shown once, and must not be lost by a request after them.
  const { template, version } = await portal.templates.get({ template_id: templateId });
  const made = await portal.devices.create({ ...device, ...owner });
  return showMade(made, { ...template, version });
}

function daysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= 3650) return days;
  throw new Refusal('--claim-days must be a whole number from 1 to 3650');
}

type Made = Awaited<ReturnType<Portal['devices']['create']>>;

function showMade(
  { device, client_secret = '', claim_code }: Made,
  template: ChannelTemplate & { version: number },
) {
  const [channel] = device.channels;
  const components = template.components.map(({ id }) => id);
  const credentials = { client_id: device.client_id, client_secret };
  const first =
    claim_code === undefined
      ? `${device.name} is in the home of ${device.user?.name}.`
      : `${device.name} waits for its owner, who types the claim_code in Home.`;
  return {
    data: {
      ...credentials,
      channel: channel?.id,
      name: channel?.name,
      namespace: device.namespace,
      template: template.id,
      template_version: template.version,
      ...(claim_code === undefined ? { user: device.user?.id } : { claim_code }),
      components,
    },
    text: `${record(first, {
      ...credentials,
      claim_code,
      channel: channel?.id,
      template: `${template.vendor} ${template.model}, version ${template.version}`,
      components: components.join('\n'),
    })}\n\nThe client_secret${claim_code === undefined ? ' is' : ' and the claim_code are'} shown only once.`,
  };
}

function addRotate(group: Command): void {
  group
    .command('rotate-secret <device>')
    .description('Create a new client_secret, shown only once; the previous one works for 24 more hours.')
    .action(
      onPortal(async ({ portal }, id: string) => {
        const { client_id: device_id } = await findDevice(portal, id);
        const { device, client_secret = '' } = await portal.devices.rotateSecret({ device_id });
        const { name, previous_secret_expires } = device;
        const { data, text } = showNewSecret(name, { client_secret, previous_secret_expires });
        return { data: { client_id: device_id, ...data }, text };
      }),
    );
}

function addRemove(group: Command): void {
  group
    .command('remove <device>')
    .description('Remove a device with its channels and values; its tokens end immediately.')
    .action(
      onPortal(
        async ({ portal }, id: string) => {
          const device = await findDevice(portal, id);
          await portal.devices.remove({ device_id: device.client_id });
          return { data: toDeviceRecord(device), text: `${device.name} was removed.` };
        },
        { removes: true },
      ),
    );
}

const toDeviceRecord = ({ client_id, name, namespace, state, channels, created }: PortalDevice) => ({
  client_id,
  name,
  namespace,
  state,
  channels,
  created: isoTime(created),
});

function showDevices(devices: readonly PortalDevice[]) {
  const rows = devices.flatMap(({ client_id, state, channels }) =>
    channels.map((channel) => [channel.name, state, client_id, channel.id]),
  );
  return {
    data: devices.map(toDeviceRecord),
    text: list(['NAME', 'STATE', 'CLIENT_ID', 'CHANNEL'], rows, 'There are no devices yet.'),
  };
}
