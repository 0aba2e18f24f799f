/** What is said of a home as a whole. The platform stores JSON of the home's pages as it is; null means none. */
export type HomeSettings = {
  /** Null until somebody names it. */
  readonly name: string | null;
  readonly timeZone: string | null;
  readonly tariff: unknown;
  readonly lampGroups: unknown;
  readonly tileIcons: unknown;
};

export type HomeRecord = HomeSettings & {
  readonly id: string;
  readonly ownerId: string;
  readonly applicationId: string;
};

export const SETTING_COLUMNS = [
  'name',
  'time_zone',
  'tariff_json',
  'lamp_groups_json',
  'tile_icons_json',
] as const;

export type SettingsRow = Readonly<Record<(typeof SETTING_COLUMNS)[number], string | null>>;

const parse = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
const format = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export const settingsOfRow = (row: SettingsRow): HomeSettings => ({
  name: row.name,
  timeZone: row.time_zone,
  tariff: parse(row.tariff_json),
  lampGroups: parse(row.lamp_groups_json),
  tileIcons: parse(row.tile_icons_json),
});

export const homeOfRow = (
  row: SettingsRow & { readonly id: string; readonly owner_id: string; readonly application_id: string },
): HomeRecord => ({
  id: row.id,
  ownerId: row.owner_id,
  applicationId: row.application_id,
  ...settingsOfRow(row),
});

/** Returns the columns of the settings that are given. */
export const rowOfSettings = ({
  name,
  timeZone,
  tariff,
  lampGroups,
  tileIcons,
}: Partial<HomeSettings>): Partial<SettingsRow> => ({
  ...(name !== undefined && { name }),
  ...(timeZone !== undefined && { time_zone: timeZone }),
  ...(tariff !== undefined && { tariff_json: format(tariff) }),
  ...(lampGroups !== undefined && { lamp_groups_json: format(lampGroups) }),
  ...(tileIcons !== undefined && { tile_icons_json: format(tileIcons) }),
});
