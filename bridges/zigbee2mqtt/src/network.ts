import { type Log, type SetTimer, setBackgroundTimer } from '@azulejo/bridge';
import { bridgeThing, type Thing } from './devices.ts';
import { createReader } from './lists.ts';

type ListTopic = 'bridge/devices' | 'bridge/groups';

export type Network = {
  /** Takes a new list; only the newest counts. */
  take(topic: ListTopic, payload: Buffer): void;
  /** The running instance has spoken, so the lists that were taken are its own. */
  confirm(converters: string): void;
  /** Zigbee2MQTT stopped: lists that come now may be old. */
  doubt(): void;
  byTopic(topic: string): Thing | undefined;
  byKey(key: string): Thing | undefined;
  all(): readonly Thing[];
  bridge(): Thing;
  /** Whether the lists of the running instance were read. */
  isKnown(): boolean;
};

/** A list is read when it was the newest for so long. */
const SETTLE_MS = 200;
/** The next list is read so much later. */
const AGAIN_MS = 2_000;

/**
 * Returns a function that reads a list soon after it is called. Zigbee2MQTT sends the whole list again for each
 * change, dozens a second while it configures devices, and parsing the 1.3 MB of 300 devices takes 30 ms.
 */
function createThrottle(read: () => void, isWanted: () => boolean, setTimer: SetTimer): () => void {
  let isWaiting = false;

  function request(): void {
    if (isWaiting || !isWanted()) return;
    isWaiting = true;
    setTimer(SETTLE_MS, () => {
      read();
      setTimer(AGAIN_MS, () => {
        isWaiting = false;
        request();
      });
    });
  }
  return request;
}

/**
 * The devices and groups that Zigbee2MQTT has now. Retained lists may be those of an earlier instance, so they
 * wait until the running one has answered; everything that it sent before has arrived by then.
 */
export function createNetwork(
  owner: string,
  log: Log,
  onChange: (things: readonly Thing[]) => void,
  setTimer: SetTimer = setBackgroundTimer,
): Network {
  const read = createReader(owner, log);
  const newest = new Map<ListTopic, Buffer>();
  const used = new Map<ListTopic, Buffer>();
  let things = new Map<string, Thing>();
  let topics = new Map<string, Thing>();
  let version = '0';
  let bridge = bridgeThing(version, owner);
  let isConfirmed = false;
  let isKnown = false;

  function use(): void {
    if (!isConfirmed) return;
    for (const [topic, payload] of newest) used.set(topic, payload);
    things = read({ devices: newest.get('bridge/devices'), groups: newest.get('bridge/groups') }, version);
    topics = new Map([...things.values()].map((thing) => [thing.topic, thing]));
    isKnown = true;
    onChange([...things.values()]);
  }

  const isNew = () => [...newest].some(([topic, payload]) => !used.get(topic)?.equals(payload));
  const isWanted = () => isConfirmed && newest.has('bridge/devices') && isNew();
  const schedule = createThrottle(use, isWanted, setTimer);

  return {
    take: (topic, payload) => {
      newest.set(topic, payload);
      schedule();
    },
    confirm: (converters) => {
      isConfirmed = true;
      if (converters !== version) bridge = bridgeThing(converters, owner);
      version = converters;
      schedule();
    },
    doubt: () => {
      isConfirmed = false;
      isKnown = false;
      used.clear();
    },
    byTopic: (topic) => topics.get(topic),
    byKey: (key) => (key === bridge.key ? bridge : things.get(key)),
    all: () => [...things.values()],
    bridge: () => bridge,
    isKnown: () => isKnown,
  };
}
