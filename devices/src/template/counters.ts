/** What a counter of energy counts: what was used, made, or given back to the grid. */
export interface Counter {
  readonly kind: 'consumed' | 'produced' | 'returned';
  /** The part that is counted, e.g. `tariff-1` or `phase-a`; absent for the whole. */
  readonly part?: string;
}

/** Matches any of the words, which may be parts of longer ones where `…` stands. */
const anyOf = (words: string): RegExp => {
  const each = words.split(' ').map((word) => {
    const [begin, end] = [word.startsWith('…'), word.endsWith('…')];
    return `${begin ? '' : '(?<![\\p{L}])'}${word.replaceAll('…', '')}${end ? '' : '(?![\\p{L}])'}`;
  });
  return new RegExp(each.join('|'), 'iu');
};

/** Words of counters that begin anew each day or session, and of what is no electricity used or made in the home. */
const OTHERS = anyOf(
  [
    'today yesterday daily day weekly week monthly month yearly year annual hourly hour last session period',
    'heute gestern tag… …tages… monat… jahr… woche… vandaag gisteren maand jaar dag hoje ontem hoy ayer mes mês ano jour mois',
    'reactive apparent blind… reset clear limit balance flow now start saving threshold output self',
    'charge discharg… battery batterie akku accu bateria batería storage speicher stored remaining capacity available',
    'average avg min max estimat… forecast predict… price cost gas heat thermal wärme… waerme… warmte water',
    'eigenverbrauch… autocons… eigenverbruik',
  ].join(' '),
);
/** Appliances whose names have one of the words above, though they use electricity as others do. */
const APPLIANCES =
  /(?<![\p{L}])(?:(?:hot ?)?water|heat|w(?:ä|ae)rme|warmte) ?(?:pump|heater|boiler|kettle|cooler|pomp)\p{L}*|(?<![\p{L}])(?:car|evs?e?|vehicle|auto) ?charg\p{L}*|(?<![\p{L}])storage (?:room|heater)s?/giu;
/** The tariffs of the day and of the night. */
const TIME_OF_DAY =
  /(?<![\p{L}])(day|night|tag|nacht|dag|jour|nuit|dia|día|noche|noite) ?(?=(?:tari[ef]{1,2}|tarifa|rate)(?![\p{L}]))/iu;
const RETURNED = anyOf(
  'return… export… sold reverse feed fed …feedin inject… …einspeis… …eingespeis… …rücklief… …ruecklief… lieferung teruglever… terug… surplus überschuss excedent… vertid… injet… inyect… réinject… immess… cedut… oddan… togrid out negative …rückspeis… …rueckspeis… verkauf… devuelt… eksport… …inmatning… visszatápl… отдач… отдан… …売電… …上网…',
);
const TO_GRID =
  /to[ _-]?(the[ _-])?grid|do[ _-]s[ií]t[eě]|delivered[ _-]by|(^|\D)2\.8\.\d|(?<![\p{L}])a-(?![\p{L}])/iu;
const CONSUMED = anyOf('consum… import… bezug… …bezug …verbrauch… verbruik afname usage used demand load');
const PRODUCED = anyOf(
  'produc… produk… produz… prodott… wyprod… výrob… tuotan… termel… выработ… генерац… …発電… …发电… generat… turbine… string mppt yield solar… pv photovolt… fotovolt… …ertrag… erzeug… opbrengst opwek… inverter wechselrichter panel…',
);
const PART =
  /((phase|tari[ef]{1,2}|tarifa?|tier|rate|channel|circuit|string|mppt|clamp|port|outlet|relay|phasen?)[ _-]?([a-z]|\d{1,2}))(?![\p{L}\p{N}])|(?<![\p{L}])((?:off-?)?peak)(?= )|(?<![\p{L}\p{N}.])([abc]|[tlp][1-9]|pv\d|\d{1,2}|high|low|off-?peak|peak|normal|dal|piek|ht|nt|hp|hc)$|[12]\.8\.([1-9])/iu;

/** Returns what a counter of energy counts by its name in any of some languages; undefined when it is another count. */
export function counterOf(name: string): Counter | undefined {
  const text = name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replaceAll('_', ' ')
    // Meters name their counters by these numbers (OBIS).
    .replace(/(?<!\d)([12])[. -]8[. -](\d)(?!\d)/, '$1.8.$2')
    .trim();
  const plain = text.replaceAll('-', ' ');
  const time = TIME_OF_DAY.exec(plain)?.[1];
  if (OTHERS.test(plain.replace(APPLIANCES, '').replace(TIME_OF_DAY, ''))) return undefined;
  const part = PART.exec(text);
  const found = time ?? (part && (part[1] ?? part[4] ?? part[5] ?? part[6]));
  return {
    kind: kindOf(plain, text),
    ...(found && { part: found.toLowerCase().replaceAll(/[ _]/g, '-') }),
  };
}

function kindOf(plain: string, text: string): Counter['kind'] {
  if (RETURNED.test(plain) || TO_GRID.test(text)) return 'returned';
  return !CONSUMED.test(plain) && PRODUCED.test(plain) ? 'produced' : 'consumed';
}

/** Returns whether a name says that energy is used. */
export const isSaidConsumed = (name: string): boolean => CONSUMED.test(name.replaceAll(/[_-]/g, ' '));

const NAMES = { consumed: 'energy', produced: 'produced_energy', returned: 'returned_energy' } as const;

/** Returns the name of a counter's feature: `energy`, or `returned_energy_tariff_1`. */
export const counterNameOf = ({ kind, part }: Counter): string =>
  part === undefined ? NAMES[kind] : `${NAMES[kind]}_${part.replaceAll('-', '_')}`;

/** Returns the counter by the id of its property, e.g. `energy-phase-a`. */
export const counterOfId = (propertyId: string): Counter | undefined =>
  /(^|-)energy(-|$)/.test(propertyId) ? counterOf(propertyId) : undefined;
