import type { Condition } from '@azulejo/sdk';
import { plural, t } from '@lingui/core/macro';
import { formatSince } from '../../kit/formats/format-since.ts';
import type { Reading } from '../../kit/formats/reading.ts';
import type { Filter } from '../tiles/tiles-search.ts';
import type { Facts, LitLamp, Opening, Temperature } from './facts.ts';

/** A short fact about the home, and the tiles that it is about. */
export type Chip = {
  readonly filter: Filter;
  readonly text: string;
  /** Follows the text where there is space, and for screen readers. */
  readonly detail: string;
  /** Whether doors and windows are meant, and no lock. */
  readonly isDoor?: boolean;
  readonly needsAttention: boolean;
  readonly tileIds: readonly string[];
};

export type RoomSummary = {
  /** Reads, for example, `21.3° · 2 lights on`; empty when there is nothing to say. */
  readonly text: string;
  /** Reads, for example, `21.3°`. */
  readonly temperature: string | undefined;
  readonly lit: readonly LitLamp[];
};

export type HomeSummary = {
  readonly chips: readonly Chip[];
  readonly rooms: ReadonlyMap<string, RoomSummary>;
  readonly lit: readonly LitLamp[];
  readonly alarms: readonly TileAlarm[];
};

/** An alarm that a tile shows. */
export type TileAlarm = { readonly id: string; readonly condition: Condition };

/** The facts of a room's tiles. */
export type RoomFacts = { readonly id: string; readonly label: string; readonly facts: readonly Facts[] };

/** Names of outdoor areas, in the languages of Home: their temperature is not that of the home. */
const OUTSIDE =
  /\b(garden|terrace|balcony|patio|yard|outside|outdoors?|porch|jardim|terraço|varanda|quintal|exterior|garten|terrasse|balkon|außen|draußen|hof|jardín|terraza|balcón|patio|jardin|balcon|extérieur|giardino|terrazza|balcone|esterno)\b/iu;

/** Returns whether a room's name says that it is outdoors. */
export const isOutside = (label: string): boolean => OUTSIDE.test(label);

/** Summarizes the home from what its tiles show. A tile in two rooms counts once. */
export function summarize(rooms: readonly RoomFacts[], reading: Reading): HomeSummary {
  const all = [...new Map(rooms.flatMap(({ facts }) => facts.map((each) => [each.id, each]))).values()];
  const chips = [
    lightsChip(all),
    securityChip(all, reading),
    climateChip(rooms),
    energyChip(all, reading),
    batteriesChip(all.filter(({ isBatteryLow }) => isBatteryLow)),
    unreachableChip(all.filter(({ isSilent }) => isSilent)),
  ];
  return {
    chips: chips.filter((chip) => chip !== undefined),
    rooms: new Map(rooms.map((room) => [room.id, roomSummary(room, reading)])),
    lit: litIn(all),
    alarms: all.flatMap(({ id, alarm }) => (alarm ? [{ id, condition: alarm }] : [])),
  };
}

const litIn = (facts: readonly Facts[]): readonly LitLamp[] =>
  facts.flatMap(({ lamp }) => (lamp?.isOn ? [lamp.lit] : []));

const idsOf = (facts: readonly Facts[]): readonly string[] => facts.map(({ id }) => id);

function lightsChip(all: readonly Facts[]): Chip | undefined {
  const on = all.filter(({ lamp }) => lamp?.isOn);
  if (on.length === 0) return undefined;
  const text = plural(on.length, { one: '# light', other: '# lights' });
  return {
    filter: 'lights',
    text,
    detail: ` ${t({ message: 'on', context: 'lights' })}`,
    needsAttention: false,
    tileIds: idsOf(on),
  };
}

function kindText(kind: Opening['kind']): string {
  return { open: t({ message: 'Open', context: 'state' }), unlocked: t`Unlocked`, tampered: t`Tampered` }[
    kind
  ];
}

function countText(kind: Opening['kind'], count: number): string {
  if (kind === 'open') return plural(count, { one: '# open', other: '# open' });
  return kind === 'unlocked'
    ? plural(count, { one: '# unlocked', other: '# unlocked' })
    : plural(count, { one: '# tampered', other: '# tampered' });
}

function sinceText({ kind, since }: Opening, reading: Reading): string {
  const state = kindText(kind);
  if (since === undefined) return state;
  const from = formatSince(since, reading);
  return t`${state} since ${from}`;
}

function securityChip(all: readonly Facts[], reading: Reading): Chip | undefined {
  const found = all.flatMap((facts) => (facts.opening ? [{ facts, opening: facts.opening }] : []));
  const [first] = found;
  if (!first) return undefined;
  const kinds = (['unlocked', 'open', 'tampered'] as const).flatMap((kind) => {
    const count = found.filter(({ opening }) => opening.kind === kind).length;
    return count > 0 ? [countText(kind, count)] : [];
  });
  return {
    filter: 'security',
    text:
      found.length === 1 && first.opening.since !== undefined
        ? sinceText(first.opening, reading)
        : kinds.join(', '),
    detail: `: ${found.map(({ facts: { label } }) => label).join(', ')}`,
    isDoor: found.every(({ opening }) => opening.kind === 'open'),
    needsAttention: found.some(({ opening }) => opening.needsAttention),
    tileIds: idsOf(found.map(({ facts }) => facts)),
  };
}

const temperatureOf = (facts: readonly Facts[]): Temperature | undefined =>
  facts.find(({ temperature }) => temperature)?.temperature;

function climateChip(rooms: readonly RoomFacts[]): Chip | undefined {
  const measured = rooms
    .filter(({ label }) => !isOutside(label))
    .flatMap(({ label, facts }) => {
      const temperature = temperatureOf(facts);
      return temperature ? [{ label, facts, ...temperature }] : [];
    })
    .toSorted((one, other) => one.value - other.value);
  const coldest = measured[0];
  const warmest = measured.at(-1);
  if (!coldest || !warmest) return undefined;
  const { text: low, label: coldRoom } = coldest;
  const { text: high, label: warmRoom } = warmest;
  const isOne = low === high;
  const known = rooms.flatMap(({ facts }) => facts).filter(({ temperature }) => temperature);
  return {
    filter: 'climate',
    text: isOne ? `${coldest.text}°` : t`${low} to ${high}°`,
    detail: isOne ? '' : t`, coldest in ${coldRoom}, ${low}°, warmest in ${warmRoom}, ${high}°`,
    needsAttention: false,
    tileIds: [...new Set(idsOf(known))],
  };
}

/** Returns the chip of the power: that of the home's meters, or else of everything that measures its own. */
function energyChip(all: readonly Facts[], reading: Reading): Chip | undefined {
  const measured = all.filter(({ power }) => power);
  const meters = measured.filter(({ power }) => power?.isMeter);
  const counts = meters.length > 0 ? meters : measured;
  const watts = counts.reduce((sum, { power }) => sum + (power?.watts ?? 0), 0);
  if (Math.round(watts) === 0) return undefined;
  return {
    filter: 'energy',
    text: powerText(watts, reading),
    detail: ` ${t({ message: 'now', context: 'power' })}`,
    needsAttention: false,
    tileIds: idsOf(measured),
  };
}

function powerText(watts: number, { locale }: Reading): string {
  const isLarge = Math.abs(watts) >= 500;
  const digits = isLarge ? 2 : 0;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return isLarge ? `${format.format(watts / 1_000)} kW` : `${format.format(watts)} W`;
}

function batteriesChip(found: readonly Facts[]): Chip | undefined {
  if (found.length === 0) return undefined;
  const text = plural(found.length, { one: '# low', other: '# low' });
  const names = namesOf(found);
  return {
    filter: 'batteries',
    text,
    detail: ` ${t`on battery: ${names}`}`,
    needsAttention: false,
    tileIds: idsOf(found),
  };
}

function unreachableChip(found: readonly Facts[]): Chip | undefined {
  if (found.length === 0) return undefined;
  const text = plural(found.length, { one: '# not answering', other: '# not answering' });
  const detail = `: ${namesOf(found)}`;
  return { filter: 'unreachable', text, detail, needsAttention: false, tileIds: idsOf(found) };
}

const namesOf = (found: readonly Facts[]): string => found.map(({ label }) => label).join(', ');

function roomSummary({ facts }: RoomFacts, reading: Reading): RoomSummary {
  const temperature = temperatureOf(facts);
  const degrees = temperature && `${temperature.text}°`;
  const urgent = facts.find(({ opening }) => opening?.needsAttention);
  const lamps = facts.filter(({ lamp }) => lamp);
  const lit = litIn(facts);
  const lights =
    lit.length > 0
      ? plural(lit.length, { one: '# light on', other: '# lights on' })
      : lamps.length > 0
        ? t`lights off`
        : undefined;
  const attention =
    urgent?.opening && `${urgent.label} ${sinceText(urgent.opening, reading).replace(/^./, lower)}`;
  const parts = [degrees, attention, attention !== undefined && lit.length === 0 ? undefined : lights];
  return {
    text: sentence(parts.filter((part) => part !== undefined).join(' · ')),
    temperature: degrees,
    lit,
  };
}

const lower = (letter: string): string => letter.toLowerCase();
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
