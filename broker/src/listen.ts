import { once } from 'node:events';
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer, type SecureContextOptions } from 'node:tls';
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws';
import type { Broker, Expected } from './broker.ts';
import { defaultLimits } from './limits.ts';
import { type Proxies, withProxyHeaders } from './proxy-header.ts';

type Accepting = Pick<Broker<unknown>, 'accept'>;
type Expecting = Pick<Broker<unknown>, 'expect'>;
type Place = {
  host: string;
  port: number;
  /** The balancers that say by the PROXY protocol who their clients are; undefined for none. */
  proxies?: Proxies | undefined;
};

/** Disposing it stops accepting connections. Open connections belong to the broker. */
export type Listener = AsyncDisposable & { readonly port: number };

/** Detects a lost peer whose keep alive is 0 or hours long. */
const PROBE_MS = 60_000;
const TCP = { noDelay: true, keepAlive: true, keepAliveInitialDelay: PROBE_MS };

/** The WebSocket subprotocols: `mqtt` by `MQTT-6.0.0-3`, and the name that MQTT 3.1 clients use. */
const SUBPROTOCOLS = ['mqtt', 'mqttv3.1'];
/** A close code of RFC 6455 7.4.1. */
const UNSUPPORTED_DATA = 1003;

export async function listenTcp(broker: Accepting, place: Place): Promise<Listener> {
  return listen(place, (socket, address) => broker.accept(socket, address));
}

/**
 * Listens for MQTT over TLS. `setSecureContext` serves a renewed certificate to new connections. Sockets
 * count from their accept. Those whose handshake fails or never ends are destroyed here, because Node does
 * not do it.
 */
export async function listenTls(
  broker: Expecting,
  place: Place,
  secureContext: SecureContextOptions,
): Promise<Listener & { setSecureContext(options: SecureContextOptions): void }> {
  const shaking = new Map<string, Expected>();
  const handshakes = createTlsServer(secureContext);
  handshakes.on('secureConnection', (socket) => {
    const expected = shaking.get(peerOf(socket));
    if (expected) expected.ready(socket);
    else socket.destroy();
  });
  handshakes.on('tlsClientError', (error, socket) => {
    shaking.get(peerOf(socket))?.fail(error.message);
    socket.destroy();
  });
  const listener = await listen(place, (socket, address) => {
    const expected = broker.expect(socket, address);
    if (!expected) return;
    const peer = peerOf(socket);
    shaking.set(peer, expected);
    socket.once('close', () => shaking.delete(peer));
    handshakes.emit('connection', socket);
  });
  return { ...listener, setSecureContext: (options) => handshakes.setSecureContext(options) };
}

/** Returns a key that a socket and its TLS socket share. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

async function listen(
  { host, port, proxies }: Place,
  accept: (socket: Socket, address: string) => void,
): Promise<Listener> {
  const direct = (socket: Socket) => accept(socket, addressOf(socket));
  const server = createServer(TCP, proxies ? withProxyHeaders(proxies, accept) : direct);
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

type WebSocketOptions = {
  path: string;
  /** Returns the address of the client behind a proxy, when the proxy is trusted. */
  addressOf?(request: IncomingMessage): string;
  /** Maximum size of one frame, which may hold several packets. */
  maxFrameBytes?: number;
};

/**
 * Serves MQTT over WebSocket, for browsers. Origins are not checked: the password is the token, and unlike a
 * cookie a browser never adds it to the requests of a foreign page.
 */
export function attachWebSocket(
  broker: Accepting,
  server: HttpServer,
  options: WebSocketOptions,
): Disposable {
  const { path, maxFrameBytes = 2 * defaultLimits.packetBytes } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => SUBPROTOCOLS.find((name) => offered.has(name)) ?? false,
  });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.split('?')[0] !== path) return rejectUpgrade(socket, '404 Not Found');
    // MQTT-6.0.0-3: the client must offer the subprotocol; otherwise a browser would close the connection.
    if (!offersMqtt(request)) return rejectUpgrade(socket, '400 Bad Request');
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      request.socket.setNoDelay(true).setKeepAlive(true, PROBE_MS);
      broker.accept(
        streamOf(webSocket, request.socket),
        options.addressOf?.(request) ?? addressOf(request.socket),
      );
    });
  };
  server.on('upgrade', upgrade);
  return { [Symbol.dispose]: () => void server.off('upgrade', upgrade) };
}

/**
 * Returns the packets of a WebSocket as a stream. MQTT-6.0.0-1: packets arrive in binary frames; any other
 * frame closes the connection. The stream emits `frameBegun` when bytes of a frame have arrived and
 * `frameEnded` when a frame is complete, so that a half-sent frame has the deadline of a packet.
 */
function streamOf(webSocket: WebSocket, socket: Socket): Duplex {
  const ended = () => void stream.emit('frameEnded');
  webSocket.on('message', (_data, isBinary) => {
    if (isBinary) return ended();
    stream.destroy();
    webSocket.close(UNSUPPORTED_DATA);
  });
  const stream = createWebSocketStream(webSocket);
  // Runs before the listener that parses the frames.
  socket.prependListener('data', () => stream.emit('frameBegun'));
  webSocket.on('ping', ended).on('pong', ended);
  return stream;
}

function offersMqtt(request: IncomingMessage): boolean {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  return SUBPROTOCOLS.some((name) => offered.includes(name));
}

function rejectUpgrade(socket: Duplex, status: string): void {
  socket.on('error', () => {});
  // The HTTP server no longer closes this socket: a client that keeps its half open would hold it forever.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function addressOf(socket: Socket): string {
  return socket.remoteAddress ?? '';
}
