import { MAX_MESSAGE_VALUE_NAME_LENGTH, MAX_MESSAGE_VALUES } from '@azulejo/contract/limits';
import type { Address } from '@azulejo/sdk';

/** What a message says, and the properties that it names as `{{name}}`. */
export type Message = { readonly text: string; readonly values: Readonly<Record<string, Address>> };

/** Returns the message of a step, with the members that it has. */
export function messageOf(notify: unknown): Message {
  const { text, values } = (notify ?? {}) as Partial<Message>;
  return { text: typeof text === 'string' ? text : '', values: values ?? {} };
}

/** Returns only the values that the text names. */
export function withoutUnused({ text, values }: Message): Message {
  const used = Object.entries(values).filter(([name]) => text.includes(`{{${name}}}`));
  return { text, values: Object.fromEntries(used) };
}

export const hasRoom = (message: Message): boolean =>
  Object.keys(withoutUnused(message).values).length < MAX_MESSAGE_VALUES;

/** Inserts a property at a position of the text, named after its id. A property that already has a name keeps it. */
export function insertValue(message: Message, address: Address, position: number): Message {
  const { text, values } = withoutUnused(message);
  const known = Object.entries(values).find(([, each]) => isSame(each, address))?.[0];
  const name = known ?? freeName(values, address.property);
  const before = text.slice(0, position);
  const gap = before === '' || /\s$/.test(before) ? '' : ' ';
  return {
    text: `${before}${gap}{{${name}}}${text.slice(position)}`,
    values: { ...values, [name]: address },
  };
}

const isSame = (one: Address, other: Address): boolean =>
  one.channel === other.channel && one.component === other.component && one.property === other.property;

function freeName(values: Message['values'], id: string): string {
  const plain = id
    .toLowerCase()
    .replaceAll(/\W+/g, '_')
    .replace(/^[^a-z]+/, '');
  const base = (plain === '' ? 'value' : plain).slice(0, MAX_MESSAGE_VALUE_NAME_LENGTH - 3);
  let name = base;
  for (let number = 2; name in values; number += 1) name = `${base}_${number}`;
  return name;
}
