import { type Case, origin, port, portOrOff } from './setting-kinds.ts';

/** Where the platform listens, and how it is reached. */
export const addressCases: Record<string, Case> = {
  HOST: {
    of: (config) => config.host,
    default: '127.0.0.1',
    good: { '0.0.0.0': '0.0.0.0', '::': '::', localhost: 'localhost', 'azulejo.local': 'azulejo.local' },
    bad: ['not a host', 'http://127.0.0.1', '127.0.0.1:8480', '-', '[::1]'],
  },
  HTTP_PORT: port((config) => config.httpPort, 8480),
  MQTT_HOST: {
    of: (config) => config.mqtt.host,
    default: '127.0.0.1',
    good: { '0.0.0.0': '0.0.0.0', '::1': '::1', localhost: 'localhost' },
    bad: ['not a host', 'mqtt://127.0.0.1', '127.0.0.1:1883'],
  },
  MQTT_PORT: portOrOff((config) => config.mqtt.port, 1883),
  MQTTS_PORT: portOrOff((config) => config.mqtt.tlsPort, 8883),
  PUBLIC_URL: origin((config) => config.urls.base, 'http://127.0.0.1:8480'),
  AUTH_URL: origin((config) => config.urls.auth, 'http://127.0.0.1:8480'),
  CDN_URL: origin((config) => config.urls.cdn, 'http://127.0.0.1:8480'),
  ONTOLOGY_URL: origin((config) => config.urls.ontology, 'http://127.0.0.1:8480'),
  UPLOADER_URL: origin((config) => config.urls.uploader, 'http://127.0.0.1:8480'),
  MQTT_PUBLIC_URL: {
    of: (config) => config.urls.mqtt,
    default: 'mqtts://127.0.0.1:8883',
    good: {
      'mqtt://192.168.1.7:1883': 'mqtt://192.168.1.7:1883',
      'mqtts://mqtt.example:443': 'mqtts://mqtt.example:443',
    },
    bad: [
      'mqtts://mqtt.example',
      'mqtts://mqtt.example:8883/',
      'mqtts://mqtt.example:8883/path',
      'mqtts://mqtt.example:0',
      'mqtts://mqtt.example:65536',
      'ws://mqtt.example:80',
      'mqtts://ana:secret@mqtt.example:8883',
      'mqtt.example:8883',
    ],
  },
};
