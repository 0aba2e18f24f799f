import { codecOf, type Expose, fromExposes } from '@azulejo/devices';

/** What Zigbee2MQTT stores of its devices in `state.json`, by address. */
export type StoredState = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export type ListedDevice = {
  readonly ieee_address: string;
  readonly definition: {
    readonly vendor: string;
    readonly model: string;
    readonly description: string;
    readonly exposes: readonly Expose[];
  } | null;
};

/** Link quality is throttled, and presses are not stored. */
const NOT_COMPARED = new Set(['linkquality', 'action']);

type Comparison = { compared: number; missing: string[]; different: string[] };

type ReadValue = (key: string, component: string, property: string) => Promise<unknown>;

/** Compares every value that Zigbee2MQTT stored with the platform's. */
async function compareValues(
  state: StoredState,
  devices: readonly ListedDevice[],
  readValue: ReadValue,
): Promise<Comparison> {
  const result: Comparison = { compared: 0, missing: [], different: [] };
  for (const { ieee_address: key, definition } of devices) {
    const own = state[key];
    if (!definition || !own) continue;
    const codec = codecOf({ ...definition, features: fromExposes(definition.exposes) });
    for (const { component, property, value } of codec.decode(own)) {
      if (NOT_COMPARED.has(property)) continue;
      const name = `${component}/${property}`;
      result.compared += 1;
      const stored = await readValue(key, component, property);
      if (stored === undefined) result.missing.push(`${key} ${definition.model} ${name}`);
      else if (JSON.stringify(stored) !== JSON.stringify(value))
        result.different.push(`${key} ${definition.model} ${name}: ${stored} instead of ${value}`);
    }
  }
  return result;
}

/** The number of comparisons after which everything in flight has arrived, with a margin. */
const MAX_ATTEMPTS = 20;

/** Compares until nothing is missing or different, or it has had more than enough time. */
export async function untilEqual(...comparing: Parameters<typeof compareValues>): Promise<Comparison> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await compareValues(...comparing);
    if ((result.missing.length === 0 && result.different.length === 0) || attempt === MAX_ATTEMPTS)
      return result;
  }
}
