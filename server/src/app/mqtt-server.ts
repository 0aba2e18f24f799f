import { attachWebSocket, defaultLimits, listenTcp, listenTls, type Proxies } from '@azulejo/broker';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import {
  createLive,
  type Live,
  type LiveDependencies,
  type LiveServerBus,
} from '../connections/mqtt/index.ts';
import type { ServedCertificate } from '../platform/certificates/index.ts';
import type { Features } from './features.ts';

/** Path of MQTT over WebSocket, on the port of HTTP. */
const WEBSOCKET_PATH = '/mqtt';

type Options = {
  features: Features;
  /** The HTTP server, which does not listen yet. */
  app: FastifyInstance;
  /** The certificate of MQTT over TLS; undefined when it is off. */
  certificate: ServedCertificate | undefined;
  serverBus: LiveServerBus;
};

/** Serves live values on every port of MQTT that is on. Disposing stops listening, then ends the sessions. */
export async function openMqtt({ features, app, certificate, serverBus }: Options): Promise<Live> {
  const { config } = features;
  const { host, port, tlsPort, maxPacketBytes } = config.mqtt;
  const isTrusted = proxyAddr.compile([...config.trustedProxies]);
  await using opened = new AsyncDisposableStack();
  const live = opened.use(
    createLive({
      ...features,
      serverBus,
      ...limitsOf(config.mqtt),
      isShared: (address) => isTrusted(address, 0),
    }),
  );
  opened.use(
    attachWebSocket(live.broker, app.server, {
      path: WEBSOCKET_PATH,
      addressOf: (request) => proxyAddr(request, isTrusted),
      maxFrameBytes: 2 * maxPacketBytes,
    }),
  );
  const proxies = config.proxyProtocol.mqtt ? balancersOf(features) : undefined;
  if (port !== undefined) opened.use(await listenTcp(live.broker, { host, port, proxies }));
  if (tlsPort !== undefined && certificate) {
    const place = { host: config.host, port: tlsPort, proxies };
    const listener = opened.use(await listenTls(live.broker, place, certificate.pair()));
    certificate.onRenewal((pair) => listener.setSecureContext(pair));
  }
  const resources = opened.move();
  return { ...live, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Returns the balancers that say by the PROXY protocol who their clients are. */
export function balancersOf({ config, timers }: Pick<Features, 'config' | 'timers'>): Proxies {
  const isTrusted = proxyAddr.compile([...config.trustedProxies]);
  return { isTrusted: (address) => isTrusted(address, 0), setTimer: timers.setTimer };
}

/** A burst is what arrives in two seconds at the full rate. */
const BURST_SECONDS = 2;
const burstOf = (rate: number) => Math.max(defaultLimits.burst, BURST_SECONDS * rate);
/** A service has several times as many slow or bursty clients as a user. */
const SERVICE_FACTOR = 4;

function limitsOf(settings: Config['mqtt']): Pick<LiveDependencies, 'limits' | 'accountLimits'> {
  const { messagesPerSecond: rate, queueBytes: queuedBytes } = settings;
  const { inboundBytes } = defaultLimits.account;
  const serviceRate = Math.max(rate, settings.messagesPerSecondAndClient);
  const single = {
    sessions: settings.sessionsPerUser,
    rate,
    burst: burstOf(rate),
    inboundBytes,
    queuedBytes: 4 * queuedBytes,
  };
  const service = {
    sessions: settings.sessionsPerClient,
    rate: serviceRate,
    burst: burstOf(serviceRate),
    inboundBytes: SERVICE_FACTOR * inboundBytes,
    queuedBytes: SERVICE_FACTOR * single.queuedBytes,
  };
  return {
    limits: {
      packetBytes: settings.maxPacketBytes,
      connections: settings.maxConnections,
      networkConnections: settings.connectionsPerNetwork,
      networkWaiting: settings.pendingPerNetwork,
      rate,
      queuedBytes,
      queuedBytesInAll: Math.max(defaultLimits.queuedBytesInAll, service.queuedBytes),
    },
    accountLimits: { single, service },
  };
}
