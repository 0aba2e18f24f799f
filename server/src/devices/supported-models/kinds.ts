/** The kinds of devices in the words of people, by name. */
export const kinds: readonly (readonly [id: string, label: string])[] = [
  ['air-quality', 'Air monitor'],
  ['button', 'Button or remote'],
  ['carbon-monoxide', 'Carbon monoxide alarm'],
  ['climate-sensor', 'Climate sensor'],
  ['color-light', 'Colour light'],
  ['contact', 'Contact sensor'],
  ['cover', 'Cover or blind'],
  ['dimmer', 'Dimmer'],
  ['fan', 'Fan'],
  ['gas', 'Gas alarm'],
  ['leak', 'Leak sensor'],
  ['illuminance', 'Light sensor'],
  ['lock', 'Lock'],
  ['meter', 'Meter'],
  ['motion', 'Motion sensor'],
  ['device', 'Other device'],
  ['plug', 'Plug or socket'],
  ['multi-socket', 'Power strip'],
  ['presence', 'Presence sensor'],
  ['repeater', 'Repeater'],
  ['siren', 'Siren'],
  ['smoke', 'Smoke alarm'],
  ['switch', 'Switch'],
  ['thermostat', 'Thermostat'],
  ['valve', 'Valve'],
  ['vibration', 'Vibration sensor'],
  ['white-light', 'White light'],
];

const labels: ReadonlyMap<string, string> = new Map(kinds);

export const kindLabel = (kind: string): string => labels.get(kind) ?? 'Device';
