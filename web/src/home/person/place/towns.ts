export type Position = { readonly latitude: number; readonly longitude: number };

export type Town = Position & {
  readonly name: string;
  /** Two letters, such as PT. */
  readonly country: string;
  readonly zone: string;
  /** The bigger town near it, where the country has several towns of this name. */
  readonly near?: string;
};

type Listed = Town & {
  /** The names by which it is found, each after a line: `|lisbon|lissabon`. */
  readonly search: string;
};

export type Towns = {
  /** Returns the biggest towns with a name that begins like the text. */
  find(text: string): readonly Town[];
  nearest(position: Position): Town | undefined;
  /** Returns the biggest town of a time zone. */
  ofZone(zone: string): Town | undefined;
};

const MAX_FOUND = 6;
/** So many of the biggest towns tell towns of the same name apart. */
const WELL_KNOWN = 2_000;

const folded = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

let loaded: Promise<Towns> | undefined;

/** Loads the bundled list of towns, which is asked of nobody else. */
export function loadTowns(): Promise<Towns> {
  loaded ??= import('./towns.generated.ts').then(({ towns, zones }) =>
    createTowns(readList(towns, zones.split(' '))),
  );
  return loaded;
}

const readList = (text: string, zones: readonly string[]): Listed[] =>
  text.split('\n').map((line) => {
    const [name = '', country = '', latitude, longitude, zone, others = ''] = line.split('\t');
    return {
      name,
      country,
      latitude: Number(latitude),
      longitude: Number(longitude),
      zone: zones[Number(zone)] ?? '',
      search: `|${folded(name)}|${others}`,
    };
  });

/** Takes the towns in the order of their size. */
function createTowns(list: readonly Listed[]): Towns {
  const wellKnown = list.slice(0, WELL_KNOWN);
  const isNamesake = (town: Listed) => (other: Listed) =>
    other !== town && other.name === town.name && other.country === town.country;
  return {
    find(text) {
      const sought = folded(text);
      if (sought === '') return [];
      const first = list.filter(({ search }) => search.includes(`|${sought}`));
      const found = (
        first.length < MAX_FOUND
          ? [...new Set([...first, ...list.filter(({ search }) => search.includes(` ${sought}`))])]
          : first
      ).slice(0, MAX_FOUND);
      return found.map((town) =>
        list.some(isNamesake(town)) && !wellKnown.includes(town)
          ? { ...town, near: closest(wellKnown, town)?.name ?? '' }
          : town,
      );
    },
    nearest: (position) => closest(list, position),
    ofZone: (zone) =>
      list.find((town) => town.zone === zone) ?? list.find((town) => current(town.zone) === current(zone)),
  };
}

function closest(list: readonly Listed[], position: Position): Listed | undefined {
  let [best, least] = [list[0], Number.POSITIVE_INFINITY];
  for (const town of list) {
    const distance = roughDistance(town, position);
    if (distance < least) [best, least] = [town, distance];
  }
  return best;
}

/** Returns a number that grows with the distance, on a map whose degrees are as long as at the position. */
function roughDistance(town: Position, { latitude, longitude }: Position): number {
  const across = Math.abs(town.longitude - longitude);
  const east = Math.min(across, 360 - across) * Math.cos((latitude * Math.PI) / 180);
  return (town.latitude - latitude) ** 2 + east ** 2;
}

const names = new Map<string, string>();

/** Returns the name by which this browser knows a zone: older names mean the same. */
function current(zone: string): string {
  let name = names.get(zone);
  if (name === undefined) {
    try {
      name = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
    } catch {
      name = zone;
    }
    names.set(zone, name);
  }
  return name;
}

/** Returns the name of a country in a language. */
export const countryName = (code: string, locale: string): string =>
  new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code;
