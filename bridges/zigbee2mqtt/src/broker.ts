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
  /** Begins to receive the lists of devices and groups, which are retained, or ends it. */
  hearLists(isWanted: boolean): void;
  /** Receives what the devices and groups with these names say, apart from those whose names are simple. */
  hearNames(names: readonly string[]): void;
  close(): Promise<void>;
};

type Address = MqttAddress & { readonly baseTopic: string };

const SILENCE_MS = 10_000;
const OTHERS_MS = 1_000;
/** The list of all devices; states are much smaller. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;
const MAX_STATE_BYTES = 64 * 1024;
const LISTS = ['bridge/groups', 'bridge/devices'];
const LARGE = new Set([...LISTS, 'bridge/info']);
/**
 * Topics that are always received: those of the instance itself, and of devices with simple names. Below `bridge` there
 * are also definitions and lists, which take 10 MB a second while Zigbee2MQTT configures 300 devices.
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

/** Names of several levels, which no wildcard fits. */
const NESTED = /^[^+#]*\/[^+#]*$/;

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
  const below = (topics: readonly string[]) => topics.map((topic) => `${baseTopic}/${topic}`);

  /** Looks whether Zigbee2MQTT uses another base topic. */
  function look(): void {
    client.subscribe('+/bridge/info', () => {
      silence = setTimer(OTHERS_MS, () => hearing.onSilence([...others]));
    });
  }

  client.subscribe(below(LISTS));
  client.on('connect', () => {
    silence?.[Symbol.dispose]();
    silence = setTimer(SILENCE_MS, look);
    client.subscribe(below(ALWAYS), (error) => hearing.onState(!error, error?.message));
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
    if (payload.length > (LARGE.has(rest) ? MAX_LIST_BYTES : MAX_STATE_BYTES)) return;
    hearing.onMessage(rest, payload);
  });

  // The client subscribes again by itself when it has connected again.
  return {
    hearLists: (isWanted) => {
      if (isWanted) client.subscribe(below(LISTS));
      else client.unsubscribe(below(LISTS));
    },
    hearNames: createNames(client, below),
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
