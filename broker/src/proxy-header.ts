import { isIP, type Socket } from 'node:net';
import type { SetTimer } from './context.ts';

/**
 * The PROXY protocol (haproxy.org/download/2.6/doc/proxy-protocol.txt), by which a balancer of TCP connections names
 * the address of the client.
 */
export type Proxies = {
  /** Returns whether the address is of a balancer. Its connections must begin with a header, and no others do. */
  isTrusted(address: string): boolean;
  setTimer: SetTimer;
};

/** `address` is undefined when the connection is the balancer's own, such as a check of health. */
export type ProxyHeader = { readonly length: number; readonly address: string | undefined };

const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const FIXED_LENGTH = 16;
/** Version 1 ends within 107 bytes (section 2.1). */
const MAX_LINE = 107;
/** Of version 2, with its additions such as the name of a certificate. The format allows 64 KiB. */
const MAX_LENGTH = 4_096;
/** The balancer sends the header together with its connection. */
const TIMEOUT_MS = 5_000;
/** Connections whose header is read at a time. */
const MAX_WAITING = 1_000;
const ADDRESS_BYTES: Readonly<Record<number, number>> = { 1: 4, 2: 16 };

/**
 * Returns what accepts sockets, with the addresses of their clients. A socket of a balancer whose header is missing,
 * damaged or late is destroyed.
 */
export function withProxyHeaders(
  { isTrusted, setTimer }: Proxies,
  accept: (socket: Socket, address: string) => void,
): (socket: Socket) => void {
  let waiting = 0;
  return (socket) => {
    const peer = socket.remoteAddress ?? '';
    if (!isTrusted(peer)) return accept(socket, peer);
    if (waiting >= MAX_WAITING) return void socket.destroy();
    waiting += 1;
    let begun = Buffer.alloc(0);
    const timer = setTimer(TIMEOUT_MS, () => socket.destroy());
    const fail = () => void socket.destroy();
    const read = () => {
      const chunk = socket.read() as Buffer | null;
      if (!chunk) return;
      begun = Buffer.concat([begun, chunk]);
      const header = parseProxyHeader(begun);
      if (header === 'incomplete') return;
      if (header === 'invalid') return fail();
      end();
      const rest = begun.subarray(header.length);
      if (rest.length > 0) socket.unshift(rest);
      accept(socket, header.address ?? peer);
    };
    const end = () => {
      waiting -= 1;
      timer[Symbol.dispose]();
      socket.off('readable', read).off('error', fail).off('close', end);
    };
    socket.on('readable', read).on('error', fail).on('close', end);
  };
}

/** Parses the header at the beginning of the bytes of a connection. */
function parseProxyHeader(bytes: Buffer): ProxyHeader | 'incomplete' | 'invalid' {
  const isBinary = startsAlike(bytes, SIGNATURE);
  if (isBinary) return bytes.length < FIXED_LENGTH ? 'incomplete' : parseBinary(bytes);
  return startsAlike(bytes, Buffer.from('PROXY ')) ? parseLine(bytes) : 'invalid';
}

const startsAlike = (bytes: Buffer, expected: Buffer): boolean => {
  const length = Math.min(bytes.length, expected.length);
  return bytes.subarray(0, length).equals(expected.subarray(0, length));
};

/** Parses version 2 (section 2.2). */
function parseBinary(bytes: Buffer): ProxyHeader | 'incomplete' | 'invalid' {
  const [version, command] = [(bytes[12] ?? 0) >> 4, (bytes[12] ?? 0) & 0xf];
  const family = (bytes[13] ?? 0) >> 4;
  const length = FIXED_LENGTH + bytes.readUInt16BE(14);
  if (version !== 2 || command > 1 || length > MAX_LENGTH) return 'invalid';
  if (bytes.length < length) return 'incomplete';
  const size = command === 1 ? ADDRESS_BYTES[family] : undefined;
  if (size === undefined) return { length, address: undefined };
  const source = bytes.subarray(FIXED_LENGTH, FIXED_LENGTH + size);
  // Two addresses and two ports.
  if (length < FIXED_LENGTH + 2 * size + 4) return 'invalid';
  return { length, address: addressOf(source) };
}

function addressOf(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.');
  return (bytes.toString('hex').match(/.{4}/g) ?? []).map((group) => group.replace(/^0{1,3}/, '')).join(':');
}

/** Parses version 1 (section 2.1). */
function parseLine(bytes: Buffer): ProxyHeader | 'incomplete' | 'invalid' {
  const end = bytes.subarray(0, MAX_LINE).indexOf('\r\n');
  if (end < 0) return bytes.length < MAX_LINE ? 'incomplete' : 'invalid';
  const length = end + 2;
  const [, family, source = '', _target, ...ports] = bytes.toString('latin1', 0, end).split(' ');
  if (family === 'UNKNOWN') return { length, address: undefined };
  const version = family === 'TCP4' ? 4 : family === 'TCP6' ? 6 : undefined;
  const isRight = version !== undefined && isIP(source) === version && ports.length === 2;
  return isRight ? { length, address: source } : 'invalid';
}
