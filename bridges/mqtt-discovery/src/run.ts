import {
  type Checked,
  checkMqtt,
  type Environment,
  type MqttClient,
  runBridge,
  setSystemTimer,
  sleep,
} from '@azulejo/bridge';
import { createAnnouncements, subscribeToAnnouncements } from './announcements.ts';
import { startBridge } from './bridge.ts';
import { HELP, type Options, readOptions } from './options.ts';

export const run = (args: readonly string[], environment: Environment): Promise<void> =>
  runBridge({ help: HELP, readOptions, start: startBridge, check }, args, environment);

/** Longer than announcements need to settle. Retained ones arrive immediately. */
const SEARCH_MS = 2_500;

/** Tries to connect, and counts the devices that announce themselves. */
const check = (options: Options): Promise<Checked> => checkMqtt(options, (client) => look(client, options));

async function look(client: MqttClient, options: Options): Promise<Checked> {
  let devices = 0;
  const announcements = createAnnouncements(options, {
    log: () => undefined,
    request: (messages) => {
      for (const { topic, payload } of messages) client.publish(topic, payload);
    },
    onChange: (found) => {
      devices = found.length;
    },
  });
  client.on('message', (topic, payload) => void announcements.handle(topic, payload.toString()));
  subscribeToAnnouncements(client, options, () => undefined);
  await sleep(setSystemTimer, SEARCH_MS);
  announcements.close();
  // Devices may announce themselves later, so the connection is accepted even if there is none.
  const problem = devices === 0 ? `No device announces itself below "${options.discoveryPrefix}" yet.` : '';
  return { version: '', devices, problem };
}
