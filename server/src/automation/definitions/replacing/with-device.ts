import type { HomeFacts, PropertyFacts } from '@azulejo/automations';
import type { AutomationDefinition } from '@azulejo/contract';
import { type Address, addressKey, isJsonObject } from '@azulejo/model';

/** A definition with another device. */
export type WithDevice = {
  readonly definition: AutomationDefinition;
  /** How often it names the device that is replaced. */
  readonly count: number;
  /** Paths of the properties for which the other device has none; they are unchanged. */
  readonly unmatched: readonly string[];
};

type Devices = { readonly from: string; readonly to: string; readonly facts: HomeFacts };

/**
 * Returns the definition with one device in place of another one, which may be gone. A number without a unit keeps its
 * meaning when the other device reports in another unit.
 */
export function withDevice(definition: AutomationDefinition, { from, to, facts }: Devices): WithDevice {
  const unmatched: string[] = [];
  const candidates = [...facts.properties.values()].filter(({ channel }) => channel === to);
  let count = 0;

  function address(part: Record<string, unknown>, of: Address, path: string): Record<string, unknown> {
    count += 1;
    const known = facts.properties.get(addressKey(of));
    const match = counterpartOf(of, known, candidates);
    const name = path.slice(path.lastIndexOf('.') + 1);
    if (!match) {
      unmatched.push(path);
      return { [name]: of };
    }
    const { channel, component, property, unit } = match;
    const needsUnit = known && known.unit !== '' && known.unit !== unit && typeof part['value'] === 'number';
    return {
      [name]: { channel, component, property },
      ...(needsUnit && part['unit'] === undefined && { unit: known.unit }),
    };
  }

  function member(part: Record<string, unknown>, name: string, path: string): Record<string, unknown> {
    const value = part[name];
    // The body of a request is the person's own, whatever it has.
    if (name === 'webhook') return { [name]: value };
    if (name === 'channel' && value === from && typeof part['device'] === 'string') {
      count += 1;
      return { [name]: to };
    }
    if (isAddressOf(value, from)) return address(part, value, path);
    return { [name]: walk(value, path) };
  }

  function walk(value: unknown, path: string): unknown {
    if (Array.isArray(value)) return value.map((each, index) => walk(each, `${path}[${index}]`));
    if (!isJsonObject(value)) return value;
    const members = Object.keys(value).map((name) =>
      member(value, name, path === '' ? name : `${path}.${name}`),
    );
    return Object.assign({}, ...members);
  }

  const replaced = walk(definition, '') as AutomationDefinition;
  return { definition: replaced, count, unmatched };
}

const isAddressOf = (value: unknown, channel: string): value is Address =>
  isJsonObject(value) &&
  value['channel'] === channel &&
  typeof value['component'] === 'string' &&
  typeof value['property'] === 'string';

/** Returns the same property of the other device, or the only one of its kind. */
function counterpartOf(
  { component, property }: Address,
  known: PropertyFacts | undefined,
  candidates: readonly PropertyFacts[],
): PropertyFacts | undefined {
  const exact = candidates.find((each) => each.property === property && each.component === component);
  if (exact) return exact;
  const ofKind = candidates.filter(
    (each) => each.property === property || each.classes.some((name) => known?.classes.includes(name)),
  );
  const ofType = ofKind.filter(({ componentType }) => componentType === known?.componentType);
  return [ofType, ofKind].find(({ length }) => length === 1)?.[0];
}
