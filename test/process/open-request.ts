import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestPlatform } from '../support/platform.ts';

/** An upload whose head the server has read, and whose body the test sends later. */
export type OpenRequest = { socket: Socket; finish(body: Uint8Array): Promise<string> };

/** Opens an upload of `length` bytes. Resolves when the server has sent 100 Continue (RFC 9110 10.1.1). */
export async function openUpload(
  { url }: Pick<TestPlatform, 'url'>,
  token: string,
  length: number,
): Promise<OpenRequest> {
  const socket = await openSocket({ url });
  const lines = [
    'POST /v3/uploads HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${token}`,
    'Content-Type: image/png',
    `Content-Length: ${length}`,
    'Expect: 100-continue',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await once(socket, 'readable');
  socket.read();
  return {
    socket,
    finish(body) {
      socket.write(body);
      return text(socket);
    },
  };
}

export async function openSocket({ url }: Pick<TestPlatform, 'url'>): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}
