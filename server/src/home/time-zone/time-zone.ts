import type { HomeTime as Body, Place } from '@azulejo/contract';
import type { HomeRecords } from '../../identity/homes/index.ts';
import { findZone } from '../../telemetry/history/index.ts';
import { hasPosition, type Places } from '../places/index.ts';
import { type Preferences, readHomeZone } from '../preferences/index.ts';

type Dependencies = {
  homeRecords: Pick<HomeRecords, 'find'>;
  preferences: Pick<Preferences, 'of'>;
  places: Pick<Places, 'list'>;
};

type Proposal = Body['proposed'];

/** The clock and the position of a home. The position is undefined until the place Home has one. */
export type TimeOfHome = Body & { readonly position: Position | undefined };

export type HomeTime = ReturnType<typeof createHomeTime>;

/** Returns a service that says in which time zone a home is, and why. */
export function createHomeTime({ homeRecords, preferences, places }: Dependencies) {
  async function propose(position: Position | undefined, ofPhone: string | undefined): Promise<Proposal> {
    const ofPlace = position && (await zoneOfPosition(position));
    if (ofPlace) return { timezone: ofPlace, source: 'place' };
    if (ofPhone) return { timezone: ofPhone, source: 'phone' };
    return { timezone: serverZone(), source: 'server' };
  }

  return {
    /** Returns the time of a home. `known` are its places, if the caller has read them. */
    async of(homeId: string, known?: readonly Place[]): Promise<TimeOfHome> {
      const [home, list] = await Promise.all([homeRecords.find(homeId), known ?? places.list(homeId)]);
      // The phone is the owner's: nobody else's journey moves the home.
      const phoneZone = home && (await preferences.of(home.ownerId)).phoneZone;
      const position = positionOfHome(list);
      const proposed = await propose(position, phoneZone);
      const chosen = readHomeZone(home?.timeZone);
      const now: Pick<Body, 'timezone' | 'source'> = chosen
        ? { timezone: chosen, source: 'chosen' }
        : proposed;
      return { ...now, proposed, position };
    },
  };
}

function positionOfHome(places: readonly Place[]): Position | undefined {
  const home = places.find(({ id }) => id === 'home');
  return home && hasPosition(home) ? { latitude: home.latitude, longitude: home.longitude } : undefined;
}

let zoneOfServer: string | undefined;

/** Returns the zone of this process, which does not change. Asking for it takes 0.2 ms. */
function serverZone(): string {
  if (zoneOfServer === undefined) {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    zoneOfServer = findZone(timeZone) ? timeZone : 'UTC';
  }
  return zoneOfServer;
}

type Position = { readonly latitude: number; readonly longitude: number };

/** Returns the time zone at a position; undefined where the runtime does not know the zone. */
async function zoneOfPosition({ latitude, longitude }: Position): Promise<string | undefined> {
  // The map of the zones is loaded with the first home whose place is known.
  const { default: lookUp } = await import('@photostructure/tz-lookup');
  const zone = lookUp(latitude, longitude);
  return findZone(zone) && zone;
}
