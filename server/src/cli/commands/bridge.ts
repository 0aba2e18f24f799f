import type { PortalBridge } from '@azulejo/contract';
import type { Command } from 'commander';
import { Refusal } from '../../platform/refusal.ts';
import { wholeNumber } from '../options.ts';
import { findBridge, findUser, pickBridge } from '../portal/find.ts';
import { onPlatform, onPortal } from '../run.ts';
import { list, record } from '../text.ts';
import { wait } from '../wait.ts';
import { addAdd, choosePassword, connectionRecord, toBridgeRecord } from './bridge-add.ts';

export function addBridge(program: Command): void {
  const group = program
    .command('bridge')
    .description('Bridges, which connect systems such as Zigbee2MQTT, and their processes.');
  addAdd(group);
  group
    .command('list')
    .description('List all bridges with their state.')
    .action(
      onPortal(async ({ portal }) => {
        const { bridges } = await portal.bridges.list();
        const headings = ['NAME', 'STATE', 'DEVICES', 'VERSION', 'RESTARTS', 'MQTT SERVER', 'ID', 'PROBLEM'];
        return {
          data: bridges.map(toBridgeRecord),
          text: list(
            headings,
            bridges.map(toRow),
            'There are no bridges. Add one with `azulejo bridge add`.',
          ),
        };
      }),
    );
  addSet(group);
  addShare(group, 'share', true);
  addShare(group, 'unshare', false);
  addLogs(group);
  addRemove(group);
}

const toRow = (bridge: PortalBridge) => [
  bridge.name,
  bridge.state,
  bridge.devices,
  bridge.version,
  bridge.restarts,
  `${bridge.mqtt_url} ${bridge.base_topic}`,
  bridge.id,
  bridge.problem,
];

function addShare(group: Command, verb: 'share' | 'unshare', mayAdd: boolean): void {
  group
    .command(`${verb} <bridge>`)
    .description(
      mayAdd
        ? 'Let a user add the devices of a bridge, in Home under Add.'
        : 'No longer let a user add the devices of a bridge. Devices that the user has added stay.',
    )
    .requiredOption('--user <user>', 'id or e-mail of the user')
    .option('--application <app>', 'the application of the user, if several have the e-mail')
    .action(
      onPortal(async ({ portal }, id: string, options: { user: string; application?: string }) => {
        const bridge = await findBridge(portal, id);
        const user = await findUser(portal, options.user, options.application);
        const operation = portal.bridges[mayAdd ? 'share' : 'unshare'];
        await operation({ bridge_id: bridge.id, user_id: user.id });
        return {
          data: { id: bridge.id, user_id: user.id },
          text: `${user.email} ${mayAdd ? 'may' : 'may not'} add devices of ${bridge.name}${mayAdd ? '' : ' any more'}.`,
        };
      }),
    );
}

const REMOVE_HELP = `
Its process ends within a few seconds, and its devices are removed from all homes, with their values and history.
Nothing changes in the system that it connected. Without --confirm, the command only says what would be removed.

Example:
  $ azulejo bridge remove 0d0f7f0e-5a3a-4d0c-8f57-6a1de0a3f2b4 --confirm Zigbee2MQTT`;

function addRemove(group: Command): void {
  group
    .command('remove <bridge>')
    .description('Remove a bridge and the devices that it added.')
    .option('--confirm <name>', 'the bridge’s name, as confirmation')
    .addHelpText('after', REMOVE_HELP)
    .action(
      onPortal(
        async ({ portal }, idOrName: string, { confirm }: { confirm?: string }) => {
          const { id, name, devices } = await findBridge(portal, idOrName);
          if (confirm !== name)
            throw new Refusal(
              `${devices} devices would be removed from all homes, with their values and history: ` +
                `add --confirm "${name}"`,
            );
          await portal.bridges.remove({ bridge_id: id });
          return { data: { id, devices }, text: `${name} is removed, with its ${devices} devices.` };
        },
        { removes: true },
      ),
    );
}

type Logs = typeof import('../../admin/bridges/index.ts');

const POLL_MS = 500;

const HELP = `
Each line is an event in JSON. At most a megabyte is stored, without secrets, and at most half of it is shown. With
--follow the command runs until Ctrl-C.`;

function addLogs(group: Command): void {
  group
    .command('logs <bridge>')
    .description('Show the last lines that a bridge printed. BRIDGE is its id or its name.')
    .option('--lines <count>', 'how many lines', wholeNumber, 50)
    .option('--follow', 'continue with new lines as they are printed')
    .addHelpText('after', HELP)
    .action(
      onPlatform(
        async ({ features, config, isJson }, idOrName: string, options: { lines: number; follow?: true }) => {
          const { logPath, readFrom, readLog } = await import('../../admin/bridges/index.ts');
          const bridge = await pickBridge(await features.bridges.list(), idOrName);
          const path = logPath(config.dataDir, bridge.id);
          const { to } = await readFrom(path, -1);
          const lines = await readLog(path, options.lines);
          if (!options.follow) {
            const data = isJson ? lines.map(toValue) : lines;
            return { data, text: lines.join('\n') || `${bridge.name} has printed nothing yet.` };
          }
          if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
          return follow((position) => readFrom(path, position), to);
        },
      ),
    );
}

/** Prints what is appended, until the process is ended. The file is replaced when it is full. */
async function follow(
  readFrom: (position: number) => ReturnType<Logs['readFrom']>,
  from: number,
): Promise<never> {
  for (let position = from; ; await wait(POLL_MS)) {
    const { text, from: start, to } = await readFrom(position);
    // It was replaced: the new one is read from its beginning.
    position = start < position ? 0 : to;
    process.stdout.write(text);
  }
}

function toValue(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

type SetOptions = {
  mqtt?: string;
  username?: string;
  passwordFile?: string;
  baseTopic?: string;
  check: boolean;
};

const SET_HELP = `
Settings that are not given stay as they are. The command tries the connection first. It does not use the stored
password for another MQTT server or user: it asks for the password, or reads it from a file. --username "" removes
user and password. The devices of the bridge stay, with their history, and the server restarts the bridge within a few
seconds.

Example:
  $ azulejo bridge set Zigbee2MQTT --mqtt mqtt://192.168.1.6 --username azulejo --password-file password.txt`;

function addSet(group: Command): void {
  group
    .command('set <bridge>')
    .description('Change the connection of a bridge. BRIDGE is its id or its name.')
    .option('--mqtt <url>', 'the address of its MQTT server')
    .option('--username <name>', 'user at the MQTT server')
    .option('--password-file <file>', 'file whose first line is the password at the MQTT server')
    .option('--base-topic <topic>', 'the base topic or discovery prefix')
    .option('--no-check', 'do not try the connection')
    .addHelpText('after', SET_HELP)
    .action(
      onPortal(async ({ portal, isJson }, idOrName: string, options: SetOptions) => {
        const { mqtt: mqtt_url, username, baseTopic: base_topic, check } = options;
        const { id: bridge_id } = await findBridge(portal, idOrName);
        const password = await choosePassword(options, isJson);
        const changes = { mqtt_url, username, password, base_topic, check };
        const changed = await portal.bridges.update({ bridge_id, ...changes });
        const { bridge, found } = changed;
        return {
          data: { ...toBridgeRecord(bridge), ...(found && { found }) },
          text: record(`${bridge.name} is changed:`, connectionRecord(changed)),
        };
      }),
    );
}
