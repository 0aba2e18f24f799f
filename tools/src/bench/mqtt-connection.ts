import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { generate } from 'mqtt-packet';

/** The credentials of a client: its `client_id` and an access token. A bare broker needs neither. */
export type MqttCredentials = { readonly clientId: string; readonly token: string };

/** Returns a prepared PUBLISH at QoS 1 with its packet id and, in the data, a number of six digits. */
export type Publish = (id: number, number: number) => Buffer;

const TYPE = { connack: 2, publish: 3, puback: 4, suback: 9 } as const;
/** The RETAIN flag, which is set on last values sent for a new subscription. */
const RETAINED = 1;
const KEEP_ALIVE_SECONDS = 600;

/**
 * An MQTT connection on the socket itself, like the HTTP one. It parses only what it counts, so that the
 * broker is the bottleneck and not the client.
 */
export class MqttConnection {
  /**
   * Called with each PUBLISH that is not retained. The payload is a view that is valid only during the call.
   */
  received: (payload: Buffer) => void = () => undefined;
  failed: (error: Error) => void = () => undefined;
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #id = 0;
  /** Publishes that wait for PUBACK, which arrive in the order of the PUBLISHes (MQTT-4.6.0-2). */
  readonly #waiting: { id: number; acknowledged: () => void }[] = [];
  #answered: ((code: number) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => this.failed(error));
    socket.on('close', () => this.failed(new Error('The broker closed a connection.')));
  }

  static async open(port: number, credentials?: MqttCredentials): Promise<MqttConnection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const connection = new MqttConnection(socket);
    const code = await connection.#ask(
      generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId: '',
        keepalive: KEEP_ALIVE_SECONDS,
        ...(credentials ? { username: credentials.clientId, password: Buffer.from(credentials.token) } : {}),
      }),
    );
    if (code !== 0) throw new Error(`The broker refused a connection with ${code}.`);
    return connection;
  }

  /** Subscribes at QoS 0, like known apps and managers. */
  async subscribe(filter: string): Promise<void> {
    const subscriptions = [{ topic: filter, qos: 0 as const }];
    const code = await this.#ask(generate({ cmd: 'subscribe', messageId: 1, subscriptions }));
    if (code !== 0) throw new Error(`The broker refused the subscription of ${filter}.`);
  }

  publish(packet: Publish, number: number, acknowledged: () => void): void {
    this.#id = (this.#id % 0xffff) + 1;
    this.#waiting.push({ id: this.#id, acknowledged });
    this.#socket.write(packet(this.#id, number));
  }

  close(): void {
    this.failed = () => undefined;
    this.#socket.destroy();
  }

  async #ask(packet: Buffer): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.#answered = resolve;
    this.failed = reject;
    this.#socket.write(packet);
    return promise;
  }

  #read(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    // Corked, so that all publishes caused by one chunk are one write.
    this.#socket.cork();
    let at = 0;
    for (let end = frameEnd(bytes, at); end !== undefined; end = frameEnd(bytes, at)) {
      this.#take(bytes, at, end);
      at = end;
    }
    this.#rest = bytes.subarray(at);
    this.#socket.uncork();
  }

  #take(bytes: Buffer, at: number, end: number): void {
    const header = bytes[at] ?? 0;
    const type = header >> 4;
    if (type === TYPE.puback) {
      const waiting = this.#waiting.shift();
      if (waiting?.id !== bytes.readUInt16BE(end - 2)) this.failed(new Error('A PUBACK came out of order.'));
      waiting?.acknowledged();
    } else if (type === TYPE.publish && !(header & RETAINED)) {
      let body = at + 1;
      while ((bytes[body] ?? 0) & 0x80) body += 1;
      body += 1;
      this.received(bytes.subarray(body + 2 + bytes.readUInt16BE(body), end));
    } else if (type === TYPE.connack || type === TYPE.suback) {
      this.#answered?.(bytes[end - 1] ?? 0xff);
    }
  }
}

/** Returns where the packet at `at` ends, or undefined while it is incomplete (MQTT 3.1.1, 2.2.3). */
function frameEnd(bytes: Buffer, at: number): number | undefined {
  let length = 0;
  for (let index = 1; index <= 4; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 128 ** (index - 1);
    if (byte < 0x80) {
      const end = at + index + 1 + length;
      return end <= bytes.length ? end : undefined;
    }
  }
  throw new Error('A packet whose length has five bytes.');
}

const DIGITS = '000000';
const FIRST_NUMBER = 100_000;
/** How many different numbers `preparePublish` can write. Each has six digits. */
const NUMBERS = 900_000;

/** Prepares a PUBLISH. A read has no `data`. */
export function preparePublish(topic: string, io: 'r' | 'w' | 'iw'): Publish {
  const payload = io === 'r' ? '{"io":"r"}' : `{"io":"${io}","data":${DIGITS}}`;
  const packet = generate({
    cmd: 'publish',
    topic,
    payload,
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
  });
  const idAt = packet.length - payload.length - 2;
  const digitsAt = packet.length - DIGITS.length - 1;
  return (id, number) => {
    const copy = Buffer.from(packet);
    copy.writeUInt16BE(id, idAt);
    if (io !== 'r') copy.write(String(FIRST_NUMBER + (number % NUMBERS)), digitsAt, 'latin1');
    return copy;
  };
}
