import type { Channel, Tile } from '@azulejo/contract';
import { propertiesOf } from '@azulejo/model';
import type { Condition, RenderedTile, Slot } from '@azulejo/sdk';
import { isLampTile } from '../tiles/lamp-groups.ts';

/** A tile with what it shows now. */
export type Shown = {
  readonly tile: Tile;
  readonly channel: Channel;
  readonly snapshot: { readonly tile: RenderedTile; readonly isSilent: boolean };
};

/** A lamp that is on, and what turns it off. */
export type LitLamp = {
  readonly channel: string;
  readonly component: string;
  readonly property: string;
  readonly label: string;
  readonly on: unknown;
  readonly off: unknown;
};

/** The facts that a tile adds to the summaries of its room and of the home. */
export type Facts = {
  readonly id: string;
  readonly label: string;
  /** Present for lamps. */
  readonly lamp?: { readonly isOn: boolean; readonly lit: LitLamp };
  /** A door, window or lock that is not closed and locked. */
  readonly opening?: Opening;
  readonly temperature?: Temperature;
  /** Measured in watts; `isMeter` for a device that measures the whole home. */
  readonly power?: { readonly watts: number; readonly isMeter: boolean };
  readonly isBatteryLow: boolean;
  readonly isSilent: boolean;
  /** Says why the tile shows an alarm. */
  readonly alarm?: Condition;
};

export type Opening = {
  readonly kind: 'open' | 'unlocked' | 'tampered';
  /** Whether somebody should have a look. */
  readonly needsAttention: boolean;
  /** Counted in milliseconds since 1970. */
  readonly since?: number;
};

/** A temperature in the person's unit, and as the tile shows it. */
export type Temperature = { readonly value: number; readonly text: string };

const TEMPERATURE = /\.climate\.(local-)?temperature$/;
const POWER = /\.electricity\.active-power$/;

export function factsOf({ tile, channel, snapshot: { tile: rendered, isSilent } }: Shown): Facts {
  const { id, label, condition, alsoHolds } = rendered;
  const lamp = lampOf(tile, rendered);
  const opening = openingOf(rendered);
  const slotOf = (pattern: RegExp) => rendered.slots.find((slot) => classesOf(tile, channel, slot, pattern));
  const temperature = slotOf(TEMPERATURE);
  const power = slotOf(POWER);
  const isOff = rendered.toggle?.state === 'off';
  return {
    id,
    label,
    ...(lamp && { lamp }),
    ...(opening && { opening }),
    ...(typeof temperature?.value === 'number' && {
      temperature: { value: temperature.value, text: temperature.text },
    }),
    ...(power &&
      typeof power.value === 'number' &&
      !isOff && { power: { watts: wattsOf(power, power.value), isMeter: typeOf(tile) === 'meter' } }),
    isBatteryLow: condition?.kind === 'battery-low' || alsoHolds?.includes('battery-low') === true,
    isSilent: isSilent || condition?.kind === 'unreachable',
    ...(condition?.severity === 'alarm' && { alarm: condition }),
  };
}

const typeOf = ({ components }: Tile): string | undefined => components[0]?.type;

const WATTS: Readonly<Record<string, number>> = { mW: 0.001, kW: 1_000, MW: 1_000_000 };
const wattsOf = ({ unit }: Slot, value: number): number => value * (WATTS[unit] ?? 1);

function lampOf(tile: Tile, { toggle, label }: RenderedTile): Facts['lamp'] {
  if (toggle?.icon !== 'on_off' || !isLampTile(tile)) return undefined;
  const { component, property, on, off } = toggle.write;
  return {
    isOn: toggle.state === 'on',
    lit: { channel: tile.channel, component, property, label, on, off },
  };
}

function openingOf({ openState, condition }: RenderedTile): Opening | undefined {
  const kind = condition?.kind;
  if (condition && (kind === 'open' || kind === 'unlocked' || kind === 'tampered'))
    return { kind, needsAttention: true, ...(condition.since !== undefined && { since: condition.since }) };
  if (openState === 'open' || openState === 'unlocked') return { kind: openState, needsAttention: false };
  return undefined;
}

function classesOf(tile: Tile, channel: Channel, { component: id, property }: Slot, pattern: RegExp) {
  const component = tile.components.find((each) => each.id === id);
  if (!component) return false;
  const found = propertiesOf(channel, component).find((each) => each.id === property);
  return found?.classes.some((name) => pattern.test(name)) ?? false;
}
