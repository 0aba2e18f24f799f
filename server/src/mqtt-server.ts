import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { createLive, type Live } from './features/live/index.ts';
import type { Features, Platform } from './features.ts';
import type { ServedCertificate } from './platform/certificates/index.ts';
import { attachWebSocket, listenTcp, listenTls } from './platform/mqtt/index.ts';

/** Where browsers speak MQTT, on the port of HTTP. */
const WEBSOCKET_PATH = '/mqtt';

type Options = {
  platform: Platform;
  features: Features;
  /** The HTTP server, before it listens. */
  app: FastifyInstance;
  /** What MQTT over TLS is served by; undefined where it is off. */
  certificate: ServedCertificate | undefined;
};

/** The live values of the platform, on every port of MQTT that is on. Disposing stops listening, then ends the sessions. */
export async function openMqtt({ platform, features, app, certificate }: Options): Promise<Live> {
  const { config, metrics, clock, logger } = platform;
  const { host, port, tlsPort, maxPacketBytes, maxConnections, messagesPerSecond, queueBytes } = config.mqtt;
  await using opened = new AsyncDisposableStack();
  const live = opened.use(
    createLive({
      ...features,
      bus: features.live,
      metrics,
      clock,
      logger,
      limits: {
        packetBytes: maxPacketBytes,
        connections: maxConnections,
        rate: messagesPerSecond,
        queuedBytes: queueBytes,
      },
    }),
  );
  const isTrusted = proxyAddr.compile([...config.trustedProxies]);
  opened.use(
    attachWebSocket(live.broker, app.server, {
      path: WEBSOCKET_PATH,
      addressOf: (request) => proxyAddr(request, isTrusted),
      maxFrameBytes: 2 * maxPacketBytes,
    }),
  );
  if (port !== undefined) opened.use(await listenTcp(live.broker, { host, port }));
  if (tlsPort !== undefined && certificate) {
    const place = { host: config.host, port: tlsPort };
    const listener = opened.use(await listenTls(live.broker, place, certificate.pair()));
    certificate.onRenewal((pair) => listener.setSecureContext(pair));
  }
  const resources = opened.move();
  return { ...live, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
