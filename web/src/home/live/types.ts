import type { Channel, Tile, TileGroup } from '@azulejo/contract';

/** Whether values come as they happen: `connecting` again after a loss, `offline` where this device has no network. */
export type HomeState = 'loading' | 'live' | 'connecting' | 'offline';

export type Home = {
  /** In the order in which the person put them. */
  readonly tiles: readonly Tile[];
  readonly groups: readonly TileGroup[];
  /** By id. */
  readonly channels: ReadonlyMap<string, Channel>;
  readonly state: HomeState;
  /** What is shown is a copy kept on this device. */
  readonly isCached: boolean;
  /** When the copy was made, ISO 8601. */
  readonly cachedSince?: string;
  /** Reads tiles, groups and channels anew, after something was added, moved or renamed. */
  readonly refresh: () => Promise<void>;
};

export type HomeValue = {
  readonly data: unknown;
  readonly timestamp: string;
  /** When it became what it is, in milliseconds since 1970; as far back as this page knows. */
  readonly since: number;
  /** The device did not answer, or cannot be reached: it may be otherwise by now. */
  readonly isStale: boolean;
};
