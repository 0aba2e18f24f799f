import type { Command } from 'commander';
import { onPorts } from '../run.ts';
import { record } from '../text.ts';
import { choosePassword, connectionRecord } from './bridge-add.ts';
import { findBridge } from './find-bridge.ts';

type SetOptions = {
  mqtt?: string;
  username?: string;
  passwordFile?: string;
  baseTopic?: string;
  check: boolean;
};

const HELP = `
Settings that are not given stay as they are. The command tries the connection first. It does not use the stored
password for another MQTT server or user: it asks for the password, or reads it from a file. --username "" removes
user and password. The devices of the bridge stay, with their history, and the server restarts the bridge within a few
seconds.

Example:
  $ azulejo bridge set Zigbee2MQTT --mqtt mqtt://192.168.1.6 --username azulejo --password-file password.txt`;

export function addSet(group: Command): void {
  group
    .command('set <bridge>')
    .description('Change the connection of a bridge. BRIDGE is its id or its name.')
    .option('--mqtt <url>', 'the address of its MQTT server')
    .option('--username <name>', 'user at the MQTT server')
    .option('--password-file <file>', 'file whose first line is the password at the MQTT server')
    .option('--base-topic <topic>', 'the base topic or discovery prefix')
    .option('--no-check', 'do not try the connection')
    .addHelpText('after', HELP)
    .action(
      onPorts(async ({ bridges, isJson }, idOrName: string, options: SetOptions) => {
        const { mqtt: mqttUrl, username, baseTopic, check } = options;
        const { id } = await findBridge(bridges, idOrName);
        const password = await choosePassword(options, isJson);
        const changed = await bridges.set(id, { mqttUrl, username, password, baseTopic }, check);
        const { bridge, found } = changed;
        return {
          data: { ...bridge, ...(found && { found }) },
          text: record(`${bridge.name} is changed:`, connectionRecord(changed)),
        };
      }),
    );
}
