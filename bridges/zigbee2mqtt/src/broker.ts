import {
  connectMqtt,
  createMessageRelease,
  type MqttAddress,
  type SetTimer,
  setSystemTimer,
} from '@azulejo/bridge';

/** Receives messages below the base topic, which is left out of `topic`. */
export type BrokerListener = {
  onMessage(topic: string, payload: Buffer): void;
  onState(isConnected: boolean, reason?: string): void;
  /** Called when nothing arrives below the base topic, with the base topics on which Zigbee2MQTT was found. */
  onSilence(others: readonly string[]): void;
};

export type Broker = {
  /** Publishes a message; it is dropped while there is no connection. */
  publish(topic: string, body: unknown): void;
  /** Subscribes to the lists of devices and groups, which are retained, or unsubscribes. */
  receiveLists(isWanted: boolean): void;
  /** Subscribes to the devices and groups with these names; those with simple names are always received. */
  subscribeToNames(names: readonly string[]): void;
  close(): Promise<void>;
};

type Address = MqttAddress & { readonly baseTopic: string };

const SILENCE_MS = 10_000;
const OTHERS_MS = 1_000;
/** Maximum size of the list of all devices; states are much smaller. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;
const MAX_STATE_BYTES = 64 * 1024;
const LISTS = ['bridge/groups', 'bridge/devices'];
const LARGE = new Set([...LISTS, 'bridge/info']);
/**
 * Topics that are always received: those of the instance itself, and of devices with simple names. Definitions and
 * lists are also below `bridge`, and take 10 MB a second while Zigbee2MQTT configures 300 devices.
 */
const ALWAYS = [
  'bridge/state',
  'bridge/info',
  'bridge/logging',
  'bridge/response/#',
  '+',
  '+/availability',
  '+/+/availability',
];

/** Names with several levels, which the wildcards above do not match. */
const NESTED = /^[^+#]*\/[^+#]*$/;

/** Connects to the MQTT server of Zigbee2MQTT, and reconnects. */
export function connectBroker(
  address: Address,
  listener: BrokerListener,
  setTimer: SetTimer = setSystemTimer,
): Broker {
  const { baseTopic } = address;
  const client = connectMqtt(address);
  let silence: Disposable | undefined;
  const others = new Set<string>();
  const releaseMessages = createMessageRelease();
  const below = (topics: readonly string[]) => topics.map((topic) => `${baseTopic}/${topic}`);

  /** Searches for base topics that Zigbee2MQTT uses. */
  function look(): void {
    client.subscribe('+/bridge/info', () => {
      silence = setTimer(OTHERS_MS, () => listener.onSilence([...others]));
    });
  }

  client.subscribe(below(LISTS));
  client.on('connect', () => {
    silence?.[Symbol.dispose]();
    silence = setTimer(SILENCE_MS, look);
    client.subscribe(below(ALWAYS), (error) => listener.onState(!error, error?.message));
  });
  client.on('close', () => listener.onState(false));
  client.on('error', ({ message }) => listener.onState(false, message));
  client.on('message', (topic, payload) => {
    releaseMessages(payload.length);
    if (!topic.startsWith(`${baseTopic}/`)) {
      if (others.size < 10) others.add(topic.slice(0, -'/bridge/info'.length));
      return;
    }
    const rest = topic.slice(baseTopic.length + 1);
    if (rest === 'bridge/info') silence?.[Symbol.dispose]();
    if (payload.length > (LARGE.has(rest) ? MAX_LIST_BYTES : MAX_STATE_BYTES)) return;
    listener.onMessage(rest, payload);
  });

  // The client restores its subscriptions when it reconnects.
  return {
    receiveLists: (isWanted) => {
      if (isWanted) client.subscribe(below(LISTS));
      else client.unsubscribe(below(LISTS));
    },
    subscribeToNames: createNames(client, below),
    publish: (topic, body) => {
      if (client.connected) client.publish(`${baseTopic}/${topic}`, JSON.stringify(body), { qos: 1 });
    },
    close: async () => {
      silence?.[Symbol.dispose]();
      await client.endAsync(true);
    },
  };
}

/** Returns the function that subscribes to the topics of names with several levels. */
function createNames(client: ReturnType<typeof connectMqtt>, below: (topics: readonly string[]) => string[]) {
  let subscribed = new Set<string>();
  return (names: readonly string[]): void => {
    const topics = names
      .filter((name) => NESTED.test(name))
      .flatMap((name) => [name, `${name}/availability`]);
    const wanted = new Set(topics);
    const added = [...wanted].filter((topic) => !subscribed.has(topic));
    const gone = [...subscribed].filter((topic) => !wanted.has(topic));
    if (added.length > 0) client.subscribe(below(added));
    if (gone.length > 0) client.unsubscribe(below(gone));
    subscribed = wanted;
  };
}
