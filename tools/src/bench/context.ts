import { fillWithUsers } from './fill.ts';
import { FEW_USERS, type Homes, makeHomes } from './home.ts';
import { newPlace, type Place } from './place.ts';
import { type PlatformProcess, startPlatform } from './platform-process.ts';
import { makeReportingHome, type ReportingHome } from './reporting-home.ts';

/**
 * The length of a run: `slices` of `ms` for each side of a comparison of rates, and `rounds` of what does not
 * fit into a slice, such as a start.
 */
export type Pace = { slices: number; ms: number; rounds: number };

/** A running platform with its users. */
export type Scene = { place: Place; homes: Homes; platform: PlatformProcess };

/** What benches share. Each part is created when a bench first needs it, and disposed with the stack. */
export type Context = {
  readonly pace: Pace;
  /** Returns a platform with ten users, which all benches share. */
  small(): Promise<Scene>;
  /** Returns a new platform without any requests so far, with that many users, ten of whom are readers. */
  fresh(users: number): Promise<Scene>;
  /** Returns a home whose devices publish to `platform` over MQTT. */
  reporting(): Promise<{ home: ReportingHome; platform: PlatformProcess; place: Place }>;
  /** Returns an empty place for data. */
  empty(): Promise<Place>;
  /** Returns a new data directory with ten users, without a running platform. */
  prepared(): Promise<Omit<Scene, 'platform'>>;
};

export function createContext(
  opened: AsyncDisposableStack,
  { pace, postgresUrl }: { pace: Pace; postgresUrl: string | undefined },
): Context {
  const empty = () => newPlace(opened, postgresUrl);
  const prepared = async () => {
    const place = await empty();
    return { place, homes: await makeHomes(place) };
  };
  const fresh = async (users: number): Promise<Scene> => {
    const { place, homes } = await prepared();
    if (users > homes.readers.length) await fillWithUsers(place, homes, users - homes.readers.length);
    return { place, homes, platform: opened.use(await startPlatform(place)) };
  };
  return {
    pace,
    empty,
    prepared,
    fresh,
    small: once(() => fresh(FEW_USERS)),
    reporting: once(async () => {
      const { place, homes } = await prepared();
      const home = await makeReportingHome(place, homes);
      return { home, place, platform: opened.use(await startPlatform(place)) };
    }),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
