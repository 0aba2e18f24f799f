import type { Client } from '@azulejo/sdk';
import { type Lists, marksOf, readArrangement, readLists } from '../session/home-data.ts';
import type { HomeStateStore } from './home-state.ts';

type Options = {
  readonly client: Client;
  readonly state: HomeStateStore;
  readonly signal: AbortSignal;
  readonly onRead: (lists: Lists) => void;
  /** Reads the values of channels that came into the home, which may have reported before they did. */
  readonly readNewValues: () => Promise<void>;
};

/** Lists younger than this are not read again when the page becomes visible. */
const YOUNG_MS = 10_000;

/** Creates the reader of tiles, groups and channels, which shows what it reads until the signal is aborted. */
export function createHomeLists({ client, state, signal, onRead, readNewValues }: Options) {
  let readAt = 0;

  async function refresh(): Promise<void> {
    const lists = await readLists(client, (arrangement) => {
      if (!signal.aborted) state.showArrangement(arrangement);
    });
    if (signal.aborted) return;
    const before = readAt > 0 ? state.get().channels : undefined;
    readAt = Date.now();
    state.showLists(lists);
    onRead(lists);
    if (before && lists.channels.some(({ id }) => !before.has(id))) await readNewValues();
  }

  return {
    isRead: (): boolean => readAt > 0,
    refresh,
    refreshIfOld: (): void => {
      if (readAt > 0 && Date.now() - readAt > YOUNG_MS) refresh().catch(() => {});
    },
    /** Reads the arrangement, and returns whether it is the one that is shown. */
    isCurrent: async (): Promise<boolean> => marksOf(await readArrangement(client)) === marksOf(state.get()),
  };
}
