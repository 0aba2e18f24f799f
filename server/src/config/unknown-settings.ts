import { closestMatch } from 'leven';
import { definitions } from './definitions/index.ts';

/** A name that looks like a setting and is none, with the setting that was probably meant. */
export type UnknownSetting = { readonly name: string; readonly nearest: string | undefined };

/**
 * Names in `.env` that others read: the command line, `compose.yaml`, Node, npm, PostgreSQL's tools and image, the
 * shell.
 */
const FOREIGN =
  /^(AZULEJO_(URL|TOKEN|OWNER_PASSWORD)|DOMAIN|NODE_.*|npm_.*|PG[A-Z]+|POSTGRES_.*|COMPOSE_.*|TZ|LANG|LC_.*|NO_COLOR|FORCE_COLOR|PATH)$/i;
const MAX_REPORTED = 20;

/** Shorter names, such as HOME and HOST, differ in two letters although both are meant. */
const LONG_NAME = 8;

/**
 * Finds names that are no settings: all of the file, and of the environment, which belongs to other programs
 * too, only those that differ from a setting by a letter or two.
 */
export function findUnknownSettings({
  environment,
  file,
}: {
  environment: readonly string[];
  file: readonly string[];
}): UnknownSetting[] {
  const isUnknown = (name: string) => !Object.hasOwn(definitions, name) && !FOREIGN.test(name);
  const inFile = file.filter(isUnknown).map((name) => ({ name, nearest: nearestOf(name) }));
  const elsewhere = environment
    .filter((name) => isUnknown(name) && !file.includes(name))
    .map((name) => ({ name, nearest: nearestOf(name) }))
    .filter(({ nearest }) => nearest !== undefined);
  return [...inFile, ...elsewhere].slice(0, MAX_REPORTED);
}

function nearestOf(name: string): string | undefined {
  const maxDistance = name.length < LONG_NAME ? 1 : 2;
  return closestMatch(name.toUpperCase(), Object.keys(definitions), { maxDistance });
}
