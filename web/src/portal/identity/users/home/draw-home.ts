import type { PortalUserDetails, PortalUserHome } from '@azulejo/contract';
import { inWords } from '@azulejo/model';
import { type RenderedTile, renderTile, valueKey } from '@azulejo/sdk';
import { activeDictionary } from '../../../../languages/dictionary.ts';

/** A tile to render; `kind` chooses the icon. */
export type DrawnTile = { rendered: RenderedTile; kind: string | undefined };

export type DrawnArea = { id: string; label: string; tiles: readonly DrawnTile[] };

/**
 * Returns the areas in the order of the user's home, each with its rendered tiles and those of its groups.
 */
export function drawHome(home: PortalUserHome, preferences: PortalUserDetails['preferences']): DrawnArea[] {
  const units = preferences.units === 'imperial' ? 'imperial' : 'metric';
  const words = activeDictionary();
  const channels = new Map(home.channels.map((channel) => [channel.id, channel]));
  const values = Map.groupBy(home.values, ({ channel }) => channel);
  const parents = new Map(home.groups.map(({ id, parent }) => [id, parent ?? id]));
  const drawn = home.tiles.flatMap((tile) => {
    const channel = channels.get(tile.channel);
    if (!channel) return [];
    const known = (values.get(tile.channel) ?? []).map(
      ({ component, property, data }) => [valueKey(component, property), data] as const,
    );
    const local = words ? inWords(channel, words) : channel;
    const rendered = renderTile(tile, local, new Map(known), { units, words });
    const drawing = { rendered, kind: tile.components[0]?.type };
    return tile.groups.map((group) => ({ area: parents.get(group) ?? group, drawing }));
  });
  return home.groups
    .filter(({ parent }) => parent === undefined)
    .sort((one, other) => one.position - other.position)
    .map(({ id, label }) => ({
      id,
      label,
      tiles: drawn.filter(({ area }) => area === id).map(({ drawing }) => drawing),
    }))
    .filter(({ tiles }) => tiles.length > 0);
}
