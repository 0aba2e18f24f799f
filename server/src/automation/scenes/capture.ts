import {
  type CapturedSettings,
  MAX_SETTINGS,
  type SceneSetting,
  type TemplateProperty,
} from '@azulejo/contract';
import { isCommand, isReadable, isWritable, propertiesOfType, unlocks } from '@azulejo/model';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates, VersionedTemplate } from '../../devices/templates/index.ts';
import type { StoredTile, Tiles } from '../../home/tiles/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { StoredValue, Values } from '../../telemetry/values/index.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';

type Dependencies = {
  channels: Channels;
  templates: Templates;
  tiles: Tiles;
  values: Values;
  writePath: WritePath;
};

type Found = { readonly property: TemplateProperty; readonly value: StoredValue };

/** A colour and a white of a certain temperature exclude each other. */
const COLOUR_MODES = [
  'com.muzzley.properties.lighting.color',
  'com.muzzley.properties.lighting.color-temperature',
];

const isOff = ({ property, value }: Found): boolean => property.schema === 'on-off' && value.data === false;
const isColour = ({ property }: Found): boolean =>
  property.classes.some((name) => COLOUR_MODES.includes(name));
/**
 * Returns whether it is an open lock: a scene must not unlock a door because it happened to be open when the
 * scene was made.
 */
const isUnlocked = ({ property, value }: Found): boolean => unlocks(property, value.data);

/** Reads the present values of what can be set. Throws `invalid_request` for a tile that the user does not have. */
export function createCapture({ channels, templates, tiles, values, writePath }: Dependencies) {
  /** Returns whether a write of the value would be accepted: devices also report values that cannot be set. */
  function isAccepted(template: VersionedTemplate, value: StoredValue): boolean {
    try {
      writePath.check(template, value, value.data);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  async function settingsOf(tile: StoredTile, template: VersionedTemplate): Promise<SceneSetting[]> {
    const shown = new Set(template.tiles[tile.templateTile]?.components);
    const stored = (await values.ofChannel(tile.channelId)).filter((value) => isAccepted(template, value));
    return template.components
      .filter(({ id }) => shown.has(id))
      .flatMap(({ id, type }) => {
        const found = propertiesOfType(template.properties, type)
          .filter(isCaptured)
          .toSorted((one, other) => one.mainActionPriority - other.mainActionPriority)
          .flatMap((property): Found[] => {
            const value = stored.find((each) => each.componentId === id && each.propertyId === property.id);
            return value ? [{ property, value }] : [];
          });
        return chosen(found).map(({ property, value }) => ({
          channel: tile.channelId,
          component: id,
          property: property.id,
          data: value.data,
        }));
      });
  }

  return async (userId: string, tileIds: readonly string[]): Promise<CapturedSettings> => {
    const own = new Map((await tiles.ofUser(userId)).map((tile) => [tile.id, tile]));
    const { channels: granted } = await channels.grantedTo(userId);
    const byId = new Map(granted.map(({ channel }) => [channel.id, channel]));
    const settings: SceneSetting[] = [];
    const leftOut: string[] = [];
    for (const [index, tileId] of [...new Set(tileIds)].entries()) {
      const tile = own.get(tileId);
      const channel = tile && byId.get(tile.channelId);
      if (!tile || !channel) throw invalidField(`tiles[${index}]`, 'is not a tile of this user');
      const template = await templates.get(channel.templateId, channel.templateVersion);
      const captured = await settingsOf(tile, template);
      if (captured.length === 0) leftOut.push(tileId);
      settings.push(...captured);
    }
    if (settings.length > MAX_SETTINGS)
      throw invalidField(
        'tiles',
        `have ${settings.length} settings, and a scene holds at most ${MAX_SETTINGS}`,
      );
    return { settings, left_out: leftOut };
  };
}

/** Whether a scene takes the property: a state that a person sets in daily life, and no setting of the device. */
const isCaptured = (property: TemplateProperty): boolean =>
  property.mainActionPriority > 0 &&
  property.isActionable &&
  isWritable(property) &&
  isReadable(property) &&
  !isCommand(property);

/** Returns the values of a component that belong together. */
function chosen(found: readonly Found[]): readonly Found[] {
  const off = found.find(isOff);
  // Setting the brightness of a lamp that is off would turn it on.
  if (off) return [off];
  const colours = found
    .filter(isColour)
    .toSorted((one, other) => other.value.timestamp - one.value.timestamp);
  const older = new Set(colours.slice(1));
  return found.filter((each) => !older.has(each) && !isUnlocked(each));
}
