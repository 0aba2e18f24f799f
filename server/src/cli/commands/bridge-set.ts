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
What is left out stays as it is. The connection is tried first. The stored password is not used for another MQTT server
or user: it is asked for, or read from a file. --username "" removes user and password. The devices of the bridge stay,
with their history, and the server starts it again within two seconds.

Example:
  $ azulejo bridge set Zigbee2MQTT --mqtt mqtt://192.168.1.6 --username azulejo --password-file password.txt`;

export function addSet(group: Command): void {
  group
    .command('set <bridge>')
    .description('Change how a bridge, named by id or name, is reached.')
    .option('--mqtt <url>', 'the address of its MQTT server')
    .option('--username <name>', 'user there')
    .option('--password-file <file>', 'file whose first line is the password there')
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
