import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Returns the head of a response with header names as sent, which an HTTP client would normalize. */
export async function replyHead(
  url: string,
  path: string,
  { method = 'GET', headers = [] }: { method?: string; headers?: readonly string[] } = {},
): Promise<{ status: number; names: string[]; value: (name: string) => string | undefined }> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...headers, 'Connection: close'];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [head = ''] = (await text(socket)).split('\r\n\r\n');
  const [first = '', ...rest] = head.split('\r\n');
  const fields = rest.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
  return {
    status: Number(first.split(' ')[1]),
    names: fields.map(([name = '']) => name),
    value: (name) => fields.find(([each]) => each === name)?.[1],
  };
}
