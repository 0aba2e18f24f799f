import { exampleToken } from '@azulejo/contract';
import type { Address } from '@azulejo/model';
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet';

type Published = { readonly topic: string; readonly message: Record<string, unknown> };

/** Creates an MQTT broker in memory, to which pages connect by its `openSocket`. */
export function fakeBroker() {
  const published: Published[] = [];
  const sockets: BrokerSocket[] = [];
  let isReachable = true;
  return {
    openSocket: (): EventTarget => {
      const socket = new BrokerSocket(isReachable, (packet) => published.push(readMessage(packet)));
      sockets.push(socket);
      return socket;
    },
    /** The messages that the page published. */
    published,
    /** Returns how often the page has opened a connection. */
    connections: () => sockets.length,
    /** Returns how many connections are open. */
    openConnections: () => sockets.filter(({ readyState }) => readyState === OPEN).length,
    /** Sends a message about a property to the page. */
    send: (address: Address, message: object) =>
      sockets.at(-1)?.receive({
        cmd: 'publish',
        qos: 0,
        dup: false,
        retain: false,
        topic: `/v3/users/${exampleToken.owner_id}${topicOf(address)}`,
        payload: JSON.stringify(message),
      }),
    /** Ends the connection; the broker is not reachable until `restore` is called. */
    lose: () => {
      isReachable = false;
      sockets.at(-1)?.close();
    },
    restore: () => {
      isReachable = true;
    },
  };
}

export type FakeBroker = ReturnType<typeof fakeBroker>;

const topicOf = ({ channel, component, property }: Address) =>
  `/channels/${channel}/components/${component}/properties/${property}/value`;

const readMessage = ({ topic, payload }: IPublishPacket): Published => ({
  topic,
  message: JSON.parse(String(payload)) as Record<string, unknown>,
});

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

/** The page's end of a connection, with a broker that acknowledges everything. */
class BrokerSocket extends EventTarget {
  readonly OPEN = OPEN;
  readonly bufferedAmount = 0;
  readyState = CONNECTING;
  binaryType = 'arraybuffer';
  onopen?: (event: Event) => void;
  onmessage?: (event: MessageEvent) => void;
  onclose?: (event: Event) => void;
  onerror?: (event: Event) => void;
  readonly #parser = parser();

  constructor(isReachable: boolean, onPublish: (packet: IPublishPacket) => void) {
    super();
    this.#parser.on('packet', (packet) => this.#answer(packet, onPublish));
    queueMicrotask(() => {
      if (!isReachable) return this.close();
      this.readyState = OPEN;
      this.#emit(new Event('open'));
    });
  }

  send(data: Uint8Array): void {
    this.#parser.parse(Buffer.from(data));
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    queueMicrotask(() => this.#emit(new Event('close')));
  }

  receive(packet: Packet): void {
    const bytes = new Uint8Array(generate(packet));
    queueMicrotask(() => this.#emit(new MessageEvent('message', { data: bytes.buffer })));
  }

  #answer(packet: Packet, onPublish: (packet: IPublishPacket) => void): void {
    const { messageId } = packet;
    if (packet.cmd === 'connect') this.receive({ cmd: 'connack', returnCode: 0, sessionPresent: false });
    if (packet.cmd === 'pingreq') this.receive({ cmd: 'pingresp' });
    if (packet.cmd === 'subscribe' && messageId !== undefined)
      this.receive({ cmd: 'suback', messageId, granted: [1] });
    if (packet.cmd !== 'publish') return;
    if (messageId !== undefined) this.receive({ cmd: 'puback', messageId });
    onPublish(packet);
  }

  #emit(event: Event): void {
    this.dispatchEvent(event);
    this[`on${event.type}` as 'onopen']?.(event);
  }
}
