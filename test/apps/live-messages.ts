/**
 * Rules for live messages that both apps accept, and what tiles then show (android-app 4, 5.3, ios-app 4, 5).
 */
import { addressIn, type Slot } from './home-parts.ts';
import { isObject, requireThat } from './rules.ts';

type Message = { readonly io: string; readonly data?: unknown };

export type ReceivedMessage = { readonly topic: string; readonly payload: Buffer };

/** The state of the tiles by label: `on`, `off` or undefined for a toggle, and the last values. */
export type Tiles = {
  /** Throws Unreadable for a message on which the app fails, or which it cannot show. */
  receive(received: ReceivedMessage): void;
  /** Forgets the slot's value, so that the next message is new. */
  forget(slot: Slot): void;
  toggleOf(tile: string): 'on' | 'off' | undefined;
  /** Returns the slots with state but without a value. A button has no value before it is pressed. */
  unfilled(): string[];
};

/**
 * Creates the state of the tiles. Android matches messages by channel, iOS by `remoteId`, which is the same.
 */
export function createTiles(slots: readonly Slot[], platform: 'android' | 'ios'): Tiles {
  const values = new Map<Slot, unknown>();
  const at = (slot: Slot) => `${slot.tile.label}.${slot.property.id}`;

  return {
    receive({ topic, payload }) {
      const address = addressIn(topic);
      requireThat(address !== undefined, topic, 'ends the app: it has no address');
      const message = parsePayload(payload, topic, platform);
      if (message === undefined) return;
      const fits = slots.filter(
        ({ channel, component, property }) =>
          channel === address.channel && component === address.component && property.id === address.property,
      );
      const [shown] = fits.filter(({ isAction }) => !isAction);
      for (const slot of shown ? [shown] : fits) {
        requireShowable(slot, message, at(slot), platform);
        values.set(slot, message.data);
      }
    },
    forget: (slot) => void values.delete(slot),
    toggleOf(tile) {
      const slot = slots.find(({ tile: { label }, isAction }) => isAction && label === tile);
      if (!slot || !values.has(slot)) return undefined;
      const { on, off } = slot.shown.options['mappings'] as Record<string, unknown>;
      const value = values.get(slot);
      return value === on ? 'on' : value === off ? 'off' : undefined;
    },
    unfilled: () =>
      slots
        .filter(({ property }) => property.isStateful)
        .filter((slot) => ![...values.keys()].some((other) => isSame(slot, other)))
        .map((slot) => at(slot)),
  };
}

/** Of two tiles with the same property, only the first is updated (android-app 5.3). */
const isSame = (one: Slot, other: Slot): boolean =>
  one.channel === other.channel && one.component === other.component && one.property.id === other.property.id;

function parsePayload(payload: Buffer, at: string, platform: 'android' | 'ios'): Message | undefined {
  // The app reads it byte by byte, and shows any other character as two wrong ones (android-app 4.3).
  requireThat(
    payload.every((byte) => byte < 0x80),
    at,
    'has letters beyond ASCII that are not escaped',
  );
  const message: unknown = JSON.parse(payload.toString());
  requireThat(isObject(message) && typeof message['io'] === 'string', at, 'is no message');
  // The app ignores all other messages (android-app 4.3), including errors.
  if (!['ir', 'iw'].includes(String(message['io']))) return undefined;
  // A missing value crashes the iOS app where a unit is shown (ios-app 4.4); Android has nothing to show.
  requireThat('data' in message && message['data'] !== null, at, `has no data for ${platform}`);
  return message as Message;
}

function requireShowable({ shown }: Slot, { data }: Message, at: string, platform: 'android' | 'ios'): void {
  if (shown.type === 'icon-color') {
    const isColor = isObject(data) && ['h', 's'].every((name) => typeof data[name] === 'number');
    requireThat(isColor, at, 'is no colour as hue and saturation');
    return;
  }
  requireThat(typeof data !== 'object', at, 'is no single value: no path is followed into it');
  if (shown.type === 'text-unit' || shown.type === 'text-expression')
    requireThat(typeof data === 'number', at, `is no number, which ends ${platform}`);
  if (shown.type === 'tri-state')
    requireThat(['boolean', 'string'].includes(typeof data), at, 'is nothing that a toggle maps to');
}
