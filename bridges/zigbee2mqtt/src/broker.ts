import {
  connectMqtt,
  createMessageRelease,
  type MqttAddress,
  type SetTimer,
  setSystemTimer,
} from '@azulejo/bridge';

/** Handles messages below the base topic, which is left out of `topic`. */
export type Hearing = {
  onMessage(topic: string, payload: Buffer): void;
  onState(isConnected: boolean, reason?: string): void;
  /** Nothing was heard below the base topic, but Zigbee2MQTT seems to use these. */
  onSilence(others: readonly string[]): void;
};

export type Broker = {
  /** Sends a request once; it is dropped while there is no connection. */
  publish(topic: string, body: unknown): void;
  close(): Promise<void>;
};

type Address = MqttAddress & { readonly baseTopic: string };

const SILENCE_MS = 10_000;
const OTHERS_MS = 1_000;
/** The list of all devices; states are much smaller. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;
const MAX_STATE_BYTES = 64 * 1024;
const LISTS = new Set(['bridge/devices', 'bridge/groups', 'bridge/info']);
/** Large, and of no use here. */
const IGNORED = new Set(['bridge/definitions', 'bridge/converters', 'bridge/extensions']);

/** Connects to the MQTT server of Zigbee2MQTT, again and again. */
export function connectBroker(
  address: Address,
  hearing: Hearing,
  setTimer: SetTimer = setSystemTimer,
): Broker {
  const { baseTopic } = address;
  const client = connectMqtt(address);
  let silence: Disposable | undefined;
  const others = new Set<string>();
  const releaseMessages = createMessageRelease();

  /** Looks whether Zigbee2MQTT uses another base topic. */
  function look(): void {
    client.subscribe('+/bridge/info', () => {
      silence = setTimer(OTHERS_MS, () => hearing.onSilence([...others]));
    });
  }

  client.on('connect', () => {
    silence?.[Symbol.dispose]();
    silence = setTimer(SILENCE_MS, look);
    client.subscribe(`${baseTopic}/#`, (error) => hearing.onState(!error, error?.message));
  });
  client.on('close', () => hearing.onState(false));
  client.on('error', ({ message }) => hearing.onState(false, message));
  client.on('message', (topic, payload) => {
    releaseMessages(payload.length);
    if (!topic.startsWith(`${baseTopic}/`)) {
      if (others.size < 10) others.add(topic.slice(0, -'/bridge/info'.length));
      return;
    }
    const rest = topic.slice(baseTopic.length + 1);
    if (rest === 'bridge/info') silence?.[Symbol.dispose]();
    if (IGNORED.has(rest) || payload.length > (LISTS.has(rest) ? MAX_LIST_BYTES : MAX_STATE_BYTES)) return;
    hearing.onMessage(rest, payload);
  });

  return {
    publish: (topic, body) => {
      if (client.connected) client.publish(`${baseTopic}/${topic}`, JSON.stringify(body), { qos: 1 });
    },
    close: async () => {
      silence?.[Symbol.dispose]();
      await client.endAsync(true);
    },
  };
}
