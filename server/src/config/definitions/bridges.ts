import type { SettingGroup } from './definition.ts';

export const bridges = {
  title: 'Bridges',
  settings: {
    BRIDGES: {
      default: 'supervised',
      summary:
        'Who runs the processes of bridges, such as that to Zigbee2MQTT: `supervised`, the server starts and watches them; `external`, you run them yourself, for instance each in a container.',
    },
    HOME_BRIDGES: {
      otherwise: 'when `PUBLIC_URL` is private',
      summary:
        'Whether users of `/home` may connect bridges themselves. A bridge connects to an MQTT server that the user names, so allow it only where you know all users. By default, it is allowed if the host of `PUBLIC_URL` is this machine, a private address, or a name without dots or under `.local`, `.lan`, `.internal` or `.home.arpa`.',
    },
  },
} as const satisfies SettingGroup;
