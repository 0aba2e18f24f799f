import { type Checked, checkMqtt, type MqttClient, parsed, setSystemTimer } from '@azulejo/bridge';
import { readInfo } from './instance.ts';
import type { Options } from './options.ts';

/** Retained messages arrive right away, so this is long enough. */
const SEARCH_MS = 2_000;
const ELSEWHERE_MS = 1_000;
/** Maximum number of other base topics that are named. */
const MAX_OTHERS = 10;
const INFO = '/bridge/info';

/** Tries to connect and to find Zigbee2MQTT; if it is not found, searches for other base topics. */
export const check = (options: Options): Promise<Checked> =>
  checkMqtt(options, (client) => look(client, options.baseTopic));

function look(client: MqttClient, baseTopic: string): Promise<Checked> {
  const { promise, resolve } = Promise.withResolvers<Checked>();
  const others = new Set<string>();
  let info: ReturnType<typeof readInfo> | undefined;
  let devices: number | undefined;
  const answer = () => {
    if (info) resolve({ version: info.version, devices: devices ?? 0, problem: info.settings });
  };
  client.on('message', (topic, payload) => {
    const message = parsed(payload);
    if (topic === `${baseTopic}${INFO}` && message) info = readInfo(message);
    else if (Array.isArray(message)) devices = countDevices(message);
    else if (others.size < MAX_OTHERS) others.add(topic.slice(0, -INFO.length));
    if (devices !== undefined) answer();
  });
  client.subscribe([`${baseTopic}${INFO}`, `${baseTopic}/bridge/devices`]);
  setSystemTimer(SEARCH_MS, () => {
    answer();
    client.subscribe(`+${INFO}`);
    const refuse = () => resolve({ field: 'base_topic', reason: reasonOf(baseTopic, others) });
    setSystemTimer(ELSEWHERE_MS, refuse);
  });
  return promise;
}

const countDevices = (list: readonly { readonly type?: unknown }[]): number =>
  list.filter((device) => device?.type !== 'Coordinator').length;

function reasonOf(baseTopic: string, others: ReadonlySet<string>): string {
  const elsewhere = others.size === 0 ? '' : `; there is one below: ${[...others].join(', ')}`;
  return `is wrong, or Zigbee2MQTT is not running: nothing is below "${baseTopic}/bridge"${elsewhere}`;
}
