import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export type NameServer = AsyncDisposable & {
  /** The address for `Resolver.setServers`. */
  readonly server: string;
  /** The names that were asked for, in the order of the questions. */
  readonly asked: readonly string[];
};

const A = 1;

/** Starts a DNS server (RFC 1035 4). It is silent about names for which `answer` returns undefined. */
export async function listenForNames(answer: (name: string) => string[] | undefined): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4', (message, sender) => {
    const { name, type, end } = questionIn(message);
    asked.push(name);
    const addresses = answer(name);
    if (addresses) socket.send(replyTo(message.subarray(0, end), type === A ? addresses : []), sender.port);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function questionIn(message: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function replyTo(question: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const answers = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([head, question.subarray(12), ...answers]);
}
