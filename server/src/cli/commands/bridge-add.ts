import type { BridgeCheck, BridgeType } from '@azulejo/contract';
import { Argument, type Command } from 'commander';
import { readFirstLine } from '../../platform/read-first-line.ts';
import { Refusal } from '../../platform/refusal.ts';
import { bridgeTypes } from '../names.ts';
import { collect } from '../options.ts';
import { canPrompt, promptSecret } from '../password.ts';
import type { AddedBridge, Ports, TriedBridge } from '../platform/ports.ts';
import { onPorts, type Settings } from '../run.ts';
import { record } from '../text.ts';

type AddOptions = {
  mqtt: string;
  username?: string;
  passwordFile?: string;
  baseTopic?: string;
  name?: string;
  user: readonly string[];
  application?: string;
  check: boolean;
};

const HELP = `
The command tries the connection first. With a --username, it asks for the password or reads it from a file. The
password is sealed with a key in DATA_DIR/keys, and never shown again. The server starts the bridge within two
seconds. Users named with --user find its devices in Home under Add.

The type zigbee2mqtt connects a Zigbee2MQTT; mqtt-discovery connects an MQTT server on which devices announce themselves
as Home Assistant expects, such as those of ESPHome and Tasmota, and those of Shelly.

With BRIDGES=external the server starts no processes: the command prints how to run the bridge, and its settings.

Examples:
  $ azulejo bridge add zigbee2mqtt --mqtt mqtt://192.168.1.5 --username azulejo --user ana@example.org
  $ azulejo bridge add mqtt-discovery --mqtt mqtt://192.168.1.5 --user ana@example.org`;

/** How the systems call the topic below which they are found. */
const TOPIC_NAMES: Readonly<Record<BridgeType, string>> = {
  zigbee2mqtt: 'base topic',
  'mqtt-discovery': 'discovery prefix',
};

export function addAdd(group: Command): void {
  group
    .command('add')
    .addArgument(new Argument('<type>', 'what it connects').choices([...bridgeTypes]))
    .description('Connect another system, whose devices become devices of this platform.')
    .requiredOption('--mqtt <url>', 'its MQTT server, such as mqtt://192.168.1.5:1883')
    .option('--username <name>', 'user at the MQTT server')
    .option('--password-file <file>', 'file whose first line is the password at the MQTT server')
    .option(
      '--base-topic <topic>',
      'the base_topic of Zigbee2MQTT (default: zigbee2mqtt), or the discovery prefix of the devices (default: homeassistant)',
    )
    .option('--name <name>', 'name of the bridge, which people see')
    .option('--user <user>', 'id or e-mail of a user who may add its devices (repeatable)', collect, [])
    .option('--application <app>', 'the application of these users, if several have the e-mail')
    .option('--no-check', 'do not try the connection')
    .addHelpText('after', HELP)
    .action(onPorts(add));
}

async function add(
  { bridges, users, isJson }: Ports & Pick<Settings, 'isJson'>,
  type: BridgeType,
  { mqtt: mqttUrl, username, baseTopic, name, check: isChecked, ...options }: AddOptions,
) {
  const { readConnection } = await import('../../connections/bridges/index.ts');
  // Checked before the password is asked for.
  readConnection({ type, mqttUrl, username, baseTopic });
  const password = await choosePassword({ username, passwordFile: options.passwordFile }, isJson);
  const settings = { type, mqttUrl, username, password, baseTopic };
  readConnection(settings);
  const found = await Promise.all(options.user.map((user) => users.find(user, options.application)));
  const userIds = found.map(({ id }) => id);
  const added = await bridges.add({ settings, name, userIds, isChecked });
  const { bridge, external } = added;
  return {
    data: { ...bridge, ...(added.found && { found: added.found }), ...external },
    text: [
      record(`${bridge.name} is connected:`, {
        ...connectionRecord(added),
        users: found.map(({ email }) => email).join(', ') || 'none; add one with `azulejo bridge share`',
      }),
      ...(external ? [externalText(external)] : []),
    ].join('\n\n'),
  };
}

/** Returns what commands print of a connection. */
export const connectionRecord = ({ bridge, found }: TriedBridge) => ({
  id: bridge.id,
  'mqtt server': bridge.mqttUrl,
  [TOPIC_NAMES[bridge.type]]: bridge.baseTopic,
  found: found && foundText(found),
  problem: found?.problem || undefined,
});

/** Omits the version when the system has none. */
const foundText = ({ version, devices }: BridgeCheck): string =>
  [...(version === '' ? [] : [`version ${version}`]), devices === 1 ? '1 device' : `${devices} devices`].join(
    ', ',
  );

const externalText = ({ command, environment }: NonNullable<AddedBridge['external']>): string =>
  [
    'The server does not start it (BRIDGES=external). Run this command:',
    command
      ? `  ${command.map((part) => (/\s/.test(part) ? `"${part}"` : part)).join(' ')}`
      : '  the program of the bridge, which is in the package or image of the server',
    'with this environment, whose secrets are shown only now:',
    ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
  ].join('\n');

/** Returns the password from the file, else asks for it; undefined without a user. */
export async function choosePassword(
  { username, passwordFile }: { username?: string | undefined; passwordFile?: string | undefined },
  isJson: boolean,
): Promise<string | undefined> {
  if (passwordFile !== undefined) return readFirstLine(passwordFile);
  if (!username) return undefined;
  if (!canPrompt({ isJson })) throw new Refusal('there is no terminal to ask on; use --password-file');
  return promptSecret(`Password of ${username} at the MQTT server:`);
}
