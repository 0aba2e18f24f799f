import { type GroupKey, groupKeyOf } from '@azulejo/automations/words';
import type { AutomationPropertyGroup, Property, TileGroup } from '@azulejo/contract';
import { isReadable, isWritable, propertiesOf } from '@azulejo/model';
import type { Address } from '@azulejo/sdk';
import type { Home } from '../../../../data/live/types.ts';
import type { ClauseName } from '../state/parts.ts';
import { type Offer, offersOfGroup } from './offers.ts';
import type { Wording } from './use-wording.ts';

/** A group as a definition names it, before `any` or `every` is chosen. */
type Group = Omit<AutomationPropertyGroup, 'of'>;

/** A device's property in a group. */
export type Member = { readonly address: Address; readonly property: Property; readonly component: string };

type Devices = Pick<Home, 'channels' | 'tiles' | 'groups'>;

/** Fewer devices are offered one by one. */
const MIN_MEMBERS = 2;

/** Returns the last two words of a class, by which groups are formed. */
const shortClass = (name: string): string => name.split('.').slice(-2).join('.');

/** Returns the properties of the devices in a room; those of the whole home without one. */
function membersIn({ channels, tiles, groups }: Devices, room: string | undefined): readonly Member[] {
  const areas = new Map(groups.map(({ id, parent }: TileGroup) => [id, parent]));
  const isInside = ({ groups: own }: Devices['tiles'][number]) =>
    room === undefined || own.some((id) => id === room || areas.get(id) === room);
  const placed = new Set(tiles.filter(isInside).map(({ channel }) => channel));
  return [...placed].flatMap((id) => {
    const channel = channels.get(id);
    return (channel?.components ?? []).flatMap((component) =>
      propertiesOf({ properties: channel?.properties ?? [] }, component).map((property) => ({
        address: { channel: id, component: component.id, property: property.id },
        component: component.type,
        property,
      })),
    );
  });
}

/** Returns the properties that belong to a group now. */
export const membersOf = (group: Group, devices: Devices): readonly Member[] =>
  membersIn(devices, group.room).filter(
    ({ property, component }) =>
      (group.component === undefined || component === group.component) &&
      property.classes.some((name) => shortClass(name) === group.class),
  );

/** Returns the group to which a property belongs: by its class, or by its kind of device where the class says less. */
function groupOf({ property, component }: Member): Group | undefined {
  const [first] = property.classes;
  if (first === undefined) return undefined;
  const names = property.classes.map(shortClass);
  const known = names.find((name) => groupKeyOf({ class: name }).key !== 'device');
  if (known !== undefined) return { class: known };
  const isKind = groupKeyOf({ component }).key !== 'device';
  return { class: shortClass(first), ...(isKind && { component }) };
}

/** Names a group by all of its devices: `All lights`. */
export const groupLabel = (group: Group, { speech }: Wording): string =>
  speech.capital(speech.words.groups[groupKeyOf(group).key].all);

/** A kind of device of which the home has several, with what all of them offer. */
export type OfferedGroup = {
  readonly key: GroupKey;
  readonly label: string;
  /** The type of a component, which has a picture. */
  readonly kind: string;
  readonly count: number;
  readonly offers: readonly Offer[];
};

/** Returns the groups in a room, or in the whole home, that offer something to a clause. */
export function offeredGroups(
  clause: ClauseName,
  devices: Devices,
  room: string | undefined,
  wording: Wording,
): readonly OfferedGroup[] {
  const isUsable = clause === 'then' ? isWritable : isReadable;
  const named = new Map(
    membersIn(devices, room).map((member) => [JSON.stringify(groupOf(member)), groupOf(member)]),
  );
  const groups = [...named.values()].flatMap((found) => {
    const group = found && { ...found, ...(room !== undefined && { room }) };
    const members = group ? membersOf(group, devices) : [];
    const [first] = members;
    // All of them must be able to do it, whatever their model.
    const isOffered = members.length >= MIN_MEMBERS && members.every(({ property }) => isUsable(property));
    if (!group || !first || !isOffered) return [];
    const offers = offersOfGroup(clause, group, first.property, wording);
    return offers.length === 0 ? [] : [{ group, first, count: members.length, offers }];
  });
  const byKey = [...Map.groupBy(groups, ({ group }) => groupKeyOf(group).key)];
  // Devices without a kind of their own come last.
  const sorted = byKey.toSorted(([one], [other]) => Number(one === 'device') - Number(other === 'device'));
  return sorted.flatMap(([key, own]) => {
    const [one] = own;
    return one
      ? [
          {
            key,
            label: groupLabel(one.group, wording),
            kind: one.first.component,
            count: Math.max(...own.map(({ count }) => count)),
            offers: own.flatMap(({ offers }) => offers),
          },
        ]
      : [];
  });
}
