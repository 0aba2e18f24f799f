import { listOf, type Members, NotMapped, textOf } from './text.ts';

/** Makes a device's topics. */
export type At = (prefix: 'cmnd' | 'stat' | 'tele', name: string) => string;

/** Returns the function that makes the device's topics, e.g. of `%prefix%/%topic%/`. */
export function topicsOf(device: Members, mac: string): At {
  const [full, own] = [textOf(device['ft']), textOf(device['t'])];
  const prefixes = listOf(device['tp']).map(textOf);
  if (full === undefined || own === undefined || prefixes.length < 3) throw new NotMapped('no_device_topics');
  const names: Members = { topic: own, hostname: device['hn'], id: mac.slice(-6) };
  return (prefix, name) => {
    const place = prefixes[['cmnd', 'stat', 'tele'].indexOf(prefix)] ?? prefix;
    const fill = (_: string, key: string) => textOf(key === 'prefix' ? place : names[key]) ?? '';
    return full.replace(/%(prefix|topic|hostname|id)%/g, fill) + name;
  };
}
