import type { SettingGroup } from './definition.ts';

export const mqtt = {
  title: 'MQTT',
  settings: {
    MQTT_PORT: { default: '1883', summary: 'Port for plain MQTT; `off` for none.' },
    MQTT_HOST: {
      default: '127.0.0.1',
      summary:
        'Address on which plain MQTT listens. By default only this machine, because anyone on the network path can read the tokens.',
    },
    MQTTS_PORT: {
      default: '8883',
      summary:
        'Port for MQTT over TLS, on `HOST`; `off` for none. MQTT over WebSocket is at `/mqtt` on `HTTP_PORT`.',
    },
    MQTT_PUBLIC_URL: {
      otherwise: '`mqtts://` host of `PUBLIC_URL` and `MQTTS_PORT`',
      summary:
        'MQTT address that clients get; `mqtt://host:port` for phones if you have no public certificate. Required with `MQTTS_PORT=off`.',
    },
    MQTT_TLS_CERT: {
      otherwise: '`TLS_CERT`, else our own',
      summary: 'File with the certificate chain (PEM) for MQTT over TLS, if a proxy serves HTTPS.',
    },
    MQTT_TLS_KEY: {
      otherwise: '`TLS_KEY`, else our own',
      summary: 'File with the key (PEM) of `MQTT_TLS_CERT`.',
    },
    CA_NAME_CONSTRAINTS: {
      default: '1',
      summary:
        'Whether our own CA is limited to the hosts of this platform. Set it to 0 for devices that refuse such a CA, as Mbed TLS does (ESP32), or if you will change the domain. Both need the CA that is then made; whoever steals its key can impersonate any server to them.',
    },
    MQTT_MAX_PACKET_KB: {
      default: '256',
      summary: 'Maximum size of an MQTT packet. A larger one closes the connection before it uses memory.',
    },
    MQTT_MAX_CONNECTIONS: {
      default: '20000',
      summary: 'Maximum number of MQTT connections. Each needs memory and a file descriptor (`ulimit -n`).',
    },
    MQTT_CONNECTIONS_PER_NETWORK: {
      default: '2000',
      summary:
        'Maximum number of MQTT connections per network (/24 of IPv4, /64 of IPv6), so that one address cannot use them all. A network may open as many, plus 60, every two minutes. Connections from `TRUSTED_PROXIES` are not counted.',
    },
    MQTT_PENDING_PER_NETWORK: {
      default: '500',
      summary: 'How many of these may be connections that have not signed in yet.',
    },
    MQTT_SESSIONS_PER_USER: {
      default: '200',
      summary:
        'Maximum number of MQTT sessions per user or device; further ones are closed. A user or device may open as many, plus 60, every two minutes.',
    },
    MQTT_SESSIONS_PER_CLIENT: {
      default: '1000',
      summary:
        'Maximum number of MQTT sessions per application or manager; further ones are closed. An application or manager may open as many, plus 60, every two minutes.',
    },
    MQTT_MESSAGES_PER_SECOND: {
      default: '1000',
      summary:
        'Sustained publish rate, after a burst, of a session and of all sessions of a user or device together; faster clients are throttled so that others get their share. A read that is answered counts as a tenth of a message, and each 4 KB of a payload as one more.',
    },
    MQTT_MESSAGES_PER_SECOND_AND_CLIENT: {
      default: '4000',
      summary: 'Sustained publish rate of all sessions of an application or manager together.',
    },
    MQTT_QUEUE_MB: {
      default: '4',
      summary:
        'Memory for messages that a slow receiver has not read yet; beyond it, QoS 0 messages are dropped, and beyond twice as much the session is closed.',
    },
  },
} as const satisfies SettingGroup;
