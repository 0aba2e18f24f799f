import type { BridgeCheck, BridgeType, PortalBridge } from '@azulejo/contract';
import { Argument, type Command } from 'commander';
import { installation } from '../../config/installation.ts';
import { readFirstLine } from '../../platform/read-first-line.ts';
import { Refusal } from '../../platform/refusal.ts';
import { bridgeTypes } from '../names.ts';
import { collect } from '../options.ts';
import { canPrompt, promptSecret } from '../password.ts';
import { findUser } from '../portal/find.ts';
import { type AtPortal, onPortal } from '../run.ts';
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
    .action(onPortal(add));
}

async function add(
  { portal, here, isJson }: AtPortal,
  type: BridgeType,
  { mqtt: mqttUrl, username, baseTopic, name, check, ...options }: AddOptions,
) {
  const { readConnection } = await import('../../connections/bridges/index.ts');
  // Checked before the password is asked for.
  readConnection({ type, mqttUrl, username, baseTopic });
  const password = await choosePassword({ username, passwordFile: options.passwordFile }, isJson);
  const users = await Promise.all(options.user.map((user) => findUser(portal, user, options.application)));
  const user_ids = users.map(({ id }) => id);
  const connection = { type, mqtt_url: mqttUrl, username, password, base_topic: baseTopic };
  const added = await portal.bridges.create({ ...connection, name, user_ids, check });
  const { bridge, found, environment } = added;
  const external = environment && {
    // Where the programs of bridges are on another machine is not known here.
    command: here && installation.bridgeCommands[type],
    environment: Object.fromEntries(environment.map((variable) => [variable.name, variable.value])),
  };
  return {
    data: { ...toBridgeRecord(bridge), ...(found && { found }), ...external },
    text: [
      record(`${bridge.name} is connected:`, {
        ...connectionRecord(added),
        users: users.map(({ email }) => email).join(', ') || 'none; add one with `azulejo bridge share`',
      }),
      ...(external ? [externalText(external)] : []),
    ].join('\n\n'),
  };
}

/** Returns the record for `--json`. */
export const toBridgeRecord = ({
  mqtt_url,
  base_topic,
  connected: _connected,
  created,
  ...bridge
}: PortalBridge) => ({
  ...bridge,
  username: bridge.username === '' ? undefined : bridge.username,
  mqttUrl: mqtt_url,
  baseTopic: base_topic,
  created: Date.parse(created),
});

/** Returns what commands print of a connection. */
export const connectionRecord = ({ bridge, found }: { bridge: PortalBridge; found: BridgeCheck | null }) => ({
  id: bridge.id,
  'mqtt server': bridge.mqtt_url,
  [TOPIC_NAMES[bridge.type]]: bridge.base_topic,
  found: found ? foundText(found) : undefined,
  problem: found?.problem || undefined,
});

/** Omits the version when the system has none. */
const foundText = ({ version, devices }: BridgeCheck): string =>
  [...(version === '' ? [] : [`version ${version}`]), devices === 1 ? '1 device' : `${devices} devices`].join(
    ', ',
  );

type External = {
  /** The command that runs the bridge on this machine. */
  command: readonly string[] | undefined;
  environment: Readonly<Record<string, string>>;
};

const externalText = ({ command, environment }: External): string =>
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
  { username, passwordFile }: { username?: string; passwordFile?: string },
  isJson: boolean,
): Promise<string | undefined> {
  if (passwordFile !== undefined) return readFirstLine(passwordFile);
  if (!username) return undefined;
  if (!canPrompt({ isJson })) throw new Refusal('there is no terminal to ask on; use --password-file');
  return promptSecret(`Password of ${username} at the MQTT server:`);
}
