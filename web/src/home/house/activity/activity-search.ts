const activityKinds = ['changes', 'reports', 'devices', 'alarms'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Filters of the activity. */
export type ActivitySearch = {
  readonly kind?: ActivityKind;
  /** The id of an area or a group. */
  readonly room?: string;
  /** A user's id. */
  readonly person?: string;
};

const idOf = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && value !== ''
    ? String(value).slice(0, 64)
    : undefined;

/** Reads the search parameters. Invalid ones become undefined: the router would keep those that are left out. */
export const readActivitySearch = ({ kind, room, person }: Record<string, unknown>): ActivitySearch => ({
  kind: activityKinds.find((each) => each === kind),
  room: idOf(room),
  person: idOf(person),
});
