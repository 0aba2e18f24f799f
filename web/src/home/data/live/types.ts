import type { Channel, Tile, TileGroup } from '@azulejo/contract';

/** Whether values are live: `connecting` also after a loss, `offline` without a network. */
export type HomeState = 'loading' | 'live' | 'connecting' | 'offline';

export type Home = {
  /** Tiles in the person's order. */
  readonly tiles: readonly Tile[];
  readonly groups: readonly TileGroup[];
  /** Channels by id. */
  readonly channels: ReadonlyMap<string, Channel>;
  readonly state: HomeState;
  /** Whether a copy cached on this device is shown. */
  readonly isCached: boolean;
  /** When the copy was made, in ISO 8601. */
  readonly cachedSince?: string;
  /** Reloads tiles, groups and channels, after something was added, moved or renamed. */
  readonly refresh: () => Promise<void>;
};

export type HomeValue = {
  readonly data: unknown;
  readonly timestamp: string;
  /** When it took this value, in milliseconds since 1970, as far as this page knows. */
  readonly since: number;
  /** The device did not answer, or cannot be reached: the value may have changed. */
  readonly isStale: boolean;
};
