import { type Scene, type SceneSetting, type SceneSettingInput, toTimestamp } from '@azulejo/contract';
import { addressKey } from '@azulejo/model';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/index.ts';
import { revisionOf } from '../../platform/revision.ts';

export type SceneRow = Selectable<Database['scenes']>;

/** A user's changes of a scene, after the checks. Undefined members do not change. */
export type SceneContent = {
  readonly label: string;
  readonly icon: Scene['icon'] | undefined;
  readonly showInWatch: boolean | undefined;
  readonly settings: readonly SceneSetting[];
};

export function toWireScene(row: SceneRow): Scene {
  const record = {
    id: row.id,
    label: row.label,
    icon: row.icon,
    show_in_watch: row.show_in_watch === 1,
    settings: JSON.parse(row.settings_json) as SceneSetting[],
    created: toTimestamp(row.created),
    updated: toTimestamp(row.updated),
  };
  return { ...record, _rev: revisionOf(row.revision, record) };
}

/** Returns a key that is equal for two settings of the same property. */
export const keyOfSetting = (setting: Pick<SceneSetting, 'channel' | 'component' | 'property'>): string =>
  addressKey(setting);

/** Returns the value to write, in the unit of the device. */
export const writtenOf = ({ data, written }: SceneSetting): unknown => written ?? data;

/** Returns whether both set the same property to the same value. */
export const isSameSetting = (one: SceneSettingInput, other: SceneSettingInput): boolean =>
  keyOfSetting(one) === keyOfSetting(other) &&
  one.unit === other.unit &&
  JSON.stringify(one.data) === JSON.stringify(other.data);
