import { isIPv6 } from 'node:net';
import {
  type CertificateFiles,
  certificateFiles,
  flag,
  host,
  number,
  portOrOff,
  type Read,
  SettingError,
} from './settings.ts';

type OtherSettings = {
  httpPort: number;
  /** Used when MQTT has no certificate of its own: the certificate of HTTPS. */
  tls: CertificateFiles | undefined;
  /** The host of PUBLIC_URL; an IPv6 address is in brackets. */
  publicHost: string;
};

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** Reads the MQTT settings. An undefined port is off. MQTT over WebSocket is at `/mqtt` on the HTTP port. */
export function readMqtt(read: Read, { httpPort, tls, publicHost }: OtherSettings) {
  const mqttHost = host(read, 'MQTT_HOST');
  const port = portOrOff(read, 'MQTT_PORT');
  const tlsPort = portOrOff(read, 'MQTTS_PORT');
  refuseSharedPorts({ HTTP_PORT: httpPort, MQTT_PORT: port, MQTTS_PORT: tlsPort });
  return {
    /**
     * The host of plain MQTT. Anyone on the network path can read the tokens, so the default is this machine
     * only.
     */
    host: mqttHost,
    port,
    tlsPort,
    /** The operator's certificate for MQTT over TLS. Without one the platform issues its own. */
    tls: certificateFiles(read, 'MQTT_TLS_CERT', 'MQTT_TLS_KEY') ?? tls,
    /** Whether our own authority is limited to the platform's hosts. */
    hasConstrainedAuthority: flag(read, 'CA_NAME_CONSTRAINTS'),
    url: readUrl(read, publicHost, tlsPort),
    ...readLimits(read),
  };
}

type Broker = { urls: { base: string; mqtt: string }; mqtt: { host: string; port: number | undefined } };

/** Returns the broker's URLs for the documentation: plain MQTT where it listens, and the public URL. */
export function brokerUrls({ urls, mqtt: { host, port } }: Broker): string[] {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const { hostname } = new URL(isEverywhere ? urls.base : `http://${isIPv6(host) ? `[${host}]` : host}`);
  const plain = port === undefined ? [] : [`mqtt://${hostname}:${port}`];
  return [...plain.filter(() => !urls.mqtt.startsWith('mqtt://')), urls.mqtt];
}

/** Reads the limits. Each comment says what the limit protects. */
function readLimits(read: Read) {
  return {
    /** Limits the memory of one packet. A larger packet is refused before it is read. */
    maxPacketBytes: number(read, 'MQTT_MAX_PACKET_KB', { min: 1, max: 262_143 }) * KILOBYTE,
    /** Limits memory and file descriptors, for TCP, TLS and WebSocket together. */
    maxConnections: number(read, 'MQTT_MAX_CONNECTIONS', { min: 1, max: 1_000_000 }),
    /** Limits one network (/24 of IPv4, /64 of IPv6), so that others can connect. */
    connectionsPerNetwork: number(read, 'MQTT_CONNECTIONS_PER_NETWORK', { min: 1, max: 1_000_000 }),
    /** Limits the connections of one network that have not authenticated yet. */
    pendingPerNetwork: number(read, 'MQTT_PENDING_PER_NETWORK', { min: 1, max: 1_000_000 }),
    /**
     * Limits the sessions of one user or device, and of one application or manager, so that others can
     * connect.
     */
    sessionsPerUser: number(read, 'MQTT_SESSIONS_PER_USER', { min: 1, max: 1_000_000 }),
    sessionsPerClient: number(read, 'MQTT_SESSIONS_PER_CLIENT', { min: 1, max: 1_000_000 }),
    /**
     * Throttles a session, and all sessions of one user or device together, after a burst, so that others get
     * their share. Nothing is refused.
     */
    messagesPerSecond: number(read, 'MQTT_MESSAGES_PER_SECOND', { min: 1, max: 1_000_000 }),
    /** Throttles all sessions of one application or manager together. */
    messagesPerSecondAndClient: number(read, 'MQTT_MESSAGES_PER_SECOND_AND_CLIENT', {
      min: 1,
      max: 1_000_000,
    }),
    /** Limits the memory for a slow receiver. Known apps need 4 MB for the values of a large home. */
    queueBytes: number(read, 'MQTT_QUEUE_MB', { min: 4, max: 1024 }) * MEGABYTE,
  };
}

/** Throws a SettingError when two listeners have the same port. */
function refuseSharedPorts(ports: Readonly<Record<string, number | undefined>>): void {
  const taken = new Map<number, string>();
  for (const [name, port] of Object.entries(ports)) {
    if (port === undefined) continue;
    const other = taken.get(port);
    if (other) throw new SettingError(name, `must not be ${port}, which ${other} is`);
    taken.set(port, name);
  }
}

/**
 * Reads the public URL. Known apps split it at its colons into scheme, host and port (manager-sdk 1.3,
 * ios-app 1.1).
 */
function readUrl(read: Read, publicHost: string, tlsPort: number | undefined): string {
  const value = read('MQTT_PUBLIC_URL');
  if (value === undefined && tlsPort !== undefined) return `mqtts://${publicHost}:${tlsPort}`;
  const port = /^mqtts?:\/\/[^\s:/?#@]+:(\d{1,5})$/.exec(value ?? '')?.[1];
  if (value === undefined || !(Number(port) >= 1 && Number(port) <= 65_535)) {
    throw new SettingError(
      'MQTT_PUBLIC_URL',
      value === undefined
        ? 'must say where clients find MQTT when MQTTS_PORT is off'
        : 'must be mqtts://HOST:PORT or mqtt://HOST:PORT, with nothing after it',
    );
  }
  return value;
}
