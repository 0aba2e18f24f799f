import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useRequired } from '../../../design/use-required.ts';
import { useLiveHome } from '../../data/live/live-home.ts';
import { useHome } from '../../data/live/use-home.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import { type AllOff, createAllOff } from './all-off.ts';
import type { Chip, HomeSummary, RoomSummary } from './summarize.ts';
import { createSummaryStore, type SummaryStore } from './summary-store.ts';

const AllOffContext = createContext<AllOff | undefined>(undefined);
const SummaryContext = createContext<SummaryStore | undefined>(undefined);

/** Summarizes the home for everything in it that shows a summary. */
export function SummaryProvider({ children }: { children: ReactNode }) {
  const live = useLiveHome();
  const { tiles, groups, channels } = useHome();
  const reading = usePreferences();
  const last = useRef<SummaryStore>(undefined);
  const store = useMemo(
    () => createSummaryStore(live, { tiles, groups, channels }, reading, last.current?.get()),
    [live, tiles, groups, channels, reading],
  );
  last.current = store;
  useEffect(() => {
    return store.start();
  }, [store]);
  const allOff = useMemo(() => createAllOff(live.writes.writeAndWait), [live]);
  return (
    <AllOffContext value={allOff}>
      <SummaryContext value={store}>{children}</SummaryContext>
    </AllOffContext>
  );
}

/** Returns the function that turns off several lamps, and its result. */
export const useAllOff = (): AllOff => useRequired(AllOffContext, 'AllOffContext');

function useSelected<Selected>(select: (summary: HomeSummary) => Selected): Selected | undefined {
  const store = useContext(SummaryContext);
  return useSyncExternalStore(store?.watch ?? watchNothing, () => {
    const summary = store?.get();
    return summary && select(summary);
  });
}

const watchNothing = () => () => {};

/** Returns the summary of the home; undefined until it is known. */
export const useChips = (): readonly Chip[] | undefined => useSelected(({ chips }) => chips);

const none: HomeSummary['lit'] = [];

/** Returns the lamps of the home that are on. */
export const useLitLamps = (): HomeSummary['lit'] => useSelected(({ lit }) => lit) ?? none;

const quiet: HomeSummary['alarms'] = [];

/** Returns the alarms that tiles show. */
export const useTileAlarms = (): HomeSummary['alarms'] => useSelected(({ alarms }) => alarms) ?? quiet;

/** Returns the summary of a room; undefined until it is known. */
export const useRoomSummary = (id: string): RoomSummary | undefined =>
  useSelected(({ rooms }) => rooms.get(id));
