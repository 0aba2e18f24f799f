import { contextTemplate } from '@azulejo/catalog';
import type { Dialect } from './bridges.ts';
import { pageDevicesOf } from './devices.ts';

type Config = { options?: object[] };
type Property = { id: string; controlInterfaces: { id: string; config: Config }[] };

/** What a person has in the home, with which the platform fills the controls of the context channel. */
const OPTIONS: Record<string, object[]> = {
  place: [
    { label: 'Home', value: 'home', latitude: 38.7, longitude: -9.1 },
    { label: 'Grandparents', value: 'p-1', latitude: 41.1, longitude: -8.6 },
  ],
  run: [{ label: 'Movie night', value: 's-1' }],
};

/** Returns the context channel and its tile with this component, as an app passes them to the editor. */
export function contextForPage(dialect: Dialect, component: string) {
  const pageDevices = pageDevicesOf(contextTemplate, dialect, 'ctx');
  const [channel] = pageDevices.channels as { properties: Property[] }[];
  for (const { id, controlInterfaces } of channel?.properties ?? [])
    for (const { config } of controlInterfaces) if (OPTIONS[id]) config.options = OPTIONS[id];
  const tiles = pageDevices.tiles.filter((tile) => JSON.stringify(tile).includes(`"id":"${component}"`));
  return { channels: pageDevices.channels, tiles };
}
