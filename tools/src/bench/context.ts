import { fillWithUsers } from './fill.ts';
import { FEW_USERS, type Homes, makeHomes } from './home.ts';
import { newPlace, type Place } from './place.ts';
import { type PlatformProcess, startPlatform } from './platform-process.ts';
import { makeTalkingHome, type TalkingHome } from './talking-home.ts';

/** How long a run takes: `rounds` of `ms` for each side of a comparison. */
export type Pace = { rounds: number; ms: number };

/** A running platform, and who may ask it. */
export type Scene = { place: Place; homes: Homes; platform: PlatformProcess };

/** What benches share; each part is made when a bench first asks for it, and ends with the stack. */
export type Context = {
  readonly pace: Pace;
  /** Ten users; one platform for all benches. */
  small(): Promise<Scene>;
  /** A platform that nothing has asked yet, with so many users, ten of whom are readers. */
  fresh(users: number): Promise<Scene>;
  /** A platform whose devices speak MQTT at `port`. */
  talking(): Promise<{ home: TalkingHome; port: number }>;
  /** A data directory of its own, on which nothing runs. */
  prepared(): Promise<Omit<Scene, 'platform'>>;
};

export function createContext(
  opened: AsyncDisposableStack,
  { pace, postgresUrl }: { pace: Pace; postgresUrl: string | undefined },
): Context {
  const prepared = async () => {
    const place = await newPlace(opened, postgresUrl);
    return { place, homes: await makeHomes(place) };
  };
  const fresh = async (users: number): Promise<Scene> => {
    const { place, homes } = await prepared();
    if (users > homes.readers.length) await fillWithUsers(place, homes, users - homes.readers.length);
    return { place, homes, platform: opened.use(await startPlatform(place)) };
  };
  return {
    pace,
    prepared,
    fresh,
    small: once(() => fresh(FEW_USERS)),
    talking: once(async () => {
      const { place, homes } = await prepared();
      const home = await makeTalkingHome(place, homes);
      const { mqttPort } = opened.use(await startPlatform(place));
      return { home, port: mqttPort };
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
