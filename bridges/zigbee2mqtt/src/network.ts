import { type Log, type SetTimer, setBackgroundTimer } from '@azulejo/bridge';
import { bridgeThing, type Thing } from './devices.ts';
import { createReader, type Lists } from './lists.ts';

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

type Options = {
  readonly owner: string;
  readonly log: Log;
  onChange(things: readonly Thing[]): void;
  /** Begins to receive lists, or ends it. They are received at first. */
  hearLists(isWanted: boolean): void;
  readonly setTimer?: SetTimer;
};

/** A list is read when it was the newest for so long. */
const SETTLE_MS = 200;
/** So much later, lists are received again. */
const AGAIN_MS = 2_000;

type Throttle = {
  read(): void;
  isWanted(): boolean;
  hearLists(isWanted: boolean): void;
  readonly setTimer: SetTimer;
};

/**
 * Returns a function that reads a list soon after it is called. Zigbee2MQTT sends the whole list again for each
 * change, dozens a second while it configures devices. Those of 300 devices have 1.3 MB, so after each that is
 * read none is received for a while. Then the newest comes, since it is retained.
 */
function createThrottle({ read, isWanted, hearLists, setTimer }: Throttle): () => void {
  let isWaiting = false;

  function request(): void {
    if (isWaiting || !isWanted()) return;
    isWaiting = true;
    setTimer(SETTLE_MS, () => {
      read();
      hearLists(false);
      setTimer(AGAIN_MS, () => {
        isWaiting = false;
        hearLists(true);
      });
    });
  }
  return request;
}

/** The newest lists that were received, and those that were used. */
function createLists() {
  const newest = new Map<ListTopic, Buffer>();
  const used = new Map<ListTopic, Buffer>();
  return {
    take: (topic: ListTopic, payload: Buffer): void => {
      const known = used.get(topic);
      newest.set(topic, known?.equals(payload) ? known : payload);
    },
    /** Whether there is a list of devices, and something that was not used. */
    isNew: (): boolean =>
      newest.has('bridge/devices') && [...newest].some(([topic, payload]) => used.get(topic) !== payload),
    use: (): Lists => {
      for (const [topic, payload] of newest) used.set(topic, payload);
      return { devices: used.get('bridge/devices'), groups: used.get('bridge/groups') };
    },
    forgetNewest: (): void => newest.clear(),
    forgetUsed: (): void => used.clear(),
  };
}

/**
 * The devices and groups that Zigbee2MQTT has now. Retained lists may be those of an earlier instance, so they
 * wait until the running one has answered; everything that it sent before has arrived by then.
 */
export function createNetwork({
  owner,
  log,
  onChange,
  hearLists,
  setTimer = setBackgroundTimer,
}: Options): Network {
  const read = createReader(owner, log);
  const lists = createLists();
  let things = new Map<string, Thing>();
  let topics = new Map<string, Thing>();
  let version = '0';
  let bridge = bridgeThing(version, owner);
  let isConfirmed = false;
  let isKnown = false;
  let isHearing = true;

  function use(): void {
    if (!isConfirmed) return;
    things = read(lists.use(), version);
    topics = new Map([...things.values()].map((thing) => [thing.topic, thing]));
    isKnown = true;
    onChange([...things.values()]);
  }

  function hear(isWanted: boolean): void {
    isHearing = isWanted;
    // While none are received, these may become those of an earlier instance.
    if (!isWanted) lists.forgetNewest();
    hearLists(isWanted);
  }

  const isWanted = () => isConfirmed && lists.isNew();
  const schedule = createThrottle({ read: use, isWanted, hearLists: hear, setTimer });

  return {
    take: (topic, payload) => {
      // It was on its way.
      if (!isHearing) return;
      lists.take(topic, payload);
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
      lists.forgetUsed();
    },
    byTopic: (topic) => topics.get(topic),
    byKey: (key) => (key === bridge.key ? bridge : things.get(key)),
    all: () => [...things.values()],
    bridge: () => bridge,
    isKnown: () => isKnown,
  };
}
