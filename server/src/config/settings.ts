import { type Stats, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type DefaultedName, definitions, type SettingName } from './definitions/index.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the text of a setting, or its default. */
export type Read = {
  (name: DefaultedName): string;
  (name: SettingName): string | undefined;
};

/** Reads settings from an environment. A setting of only spaces is not set. */
export function createRead(environment: Environment): Read {
  const read = (name: SettingName) => environment[name]?.trim() || definitions[name].default;
  return read as Read;
}

/** Thrown when a setting is invalid. The message begins with its name. */
export class SettingError extends Error {
  readonly setting: string;

  constructor(setting: string, reason: string) {
    super(`${setting} ${reason}`);
    this.name = 'SettingError';
    this.setting = setting;
  }
}

export function number(read: Read, name: DefaultedName, range: { min: number; max: number }): number {
  const text = read(name);
  const value = Number(text);
  if (!/^\d{1,15}$/.test(text) || value < range.min || value > range.max) {
    throw new SettingError(name, `must be a whole number from ${range.min} to ${range.max}, not "${text}"`);
  }
  return value;
}

/** Reads a port. Returns undefined for `off`. */
export function portOrOff(read: Read, name: DefaultedName): number | undefined {
  const text = read(name);
  if (text === 'off') return undefined;
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value < 1 || value > 65_535) {
    throw new SettingError(name, `must be a port from 1 to 65535, or off, not "${text}"`);
  }
  return value;
}

/** Reads a flag, which is `1`, `0` or, without a default, not set. */
export function flag(read: Read, name: DefaultedName): boolean;
export function flag(read: Read, name: SettingName): boolean | undefined;
export function flag(read: Read, name: SettingName): boolean | undefined {
  const text = read(name);
  if (text === undefined) return undefined;
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  throw new SettingError(name, `must be 1 or 0, not "${text}"`);
}

export function oneOf<const Value extends string>(
  read: Read,
  name: DefaultedName,
  values: readonly Value[],
): Value {
  const text = read(name);
  const value = values.find((candidate) => candidate === text);
  if (!value) throw new SettingError(name, `must be one of ${values.join(', ')}, not "${text}"`);
  return value;
}

export function list(read: Read, name: SettingName): string[] {
  return (read(name) ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Reads the path of a file, which must exist. Returns it as an absolute path. */
export function file(read: Read, name: SettingName): string | undefined {
  const text = read(name);
  if (text === undefined) return undefined;
  const path = resolve(text);
  const found = statOf(name, path);
  if (!found?.isFile()) throw new SettingError(name, `names a file that does not exist: ${text}`);
  return path;
}

/** Throws a SettingError when the path cannot be followed, for instance into a folder of another account. */
function statOf(name: SettingName, path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new SettingError(name, `cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

export type CertificateFiles = {
  /** PEM files, as absolute paths: a chain that begins with the server's own certificate, and its key. */
  readonly certificate: string;
  readonly key: string;
  /** The settings that name the two files. */
  readonly settings: readonly [certificate: string, key: string];
};

/** Reads the files of a certificate. Either both settings are set or neither. */
export function certificateFiles(
  read: Read,
  certificateName: SettingName,
  keyName: SettingName,
): CertificateFiles | undefined {
  const certificate = file(read, certificateName);
  const key = file(read, keyName);
  if (certificate && key) return { certificate, key, settings: [certificateName, keyName] };
  if (certificate) throw new SettingError(keyName, `is missing, although ${certificateName} is set`);
  if (key) throw new SettingError(certificateName, `is missing, although ${keyName} is set`);
  return undefined;
}

/** Reads a directory, which need not exist yet. */
export function directory(read: Read, name: DefaultedName): string;
export function directory(read: Read, name: SettingName): string | undefined;
export function directory(read: Read, name: SettingName): string | undefined {
  const text = read(name);
  if (text === undefined) return undefined;
  const found = statOf(name, text);
  if (found && !found.isDirectory()) throw new SettingError(name, `is not a directory: ${text}`);
  return resolve(text);
}

/** Reads an address or a name to listen on. */
export function host(read: Read, name: DefaultedName): string {
  const text = read(name);
  // Text of only digits and dots must be a valid address.
  const isName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) && !/^[\d.]+$/.test(text);
  if (isIP(text) === 0 && !isName) {
    throw new SettingError(name, `must be an address or a host name, not "${text}"`);
  }
  return text;
}

/**
 * Reads an http(s) origin and returns it as browsers send it: in lower case and without the default port. It has no
 * path and no trailing slash, because clients append paths to it.
 */
export function url(read: Read, name: SettingName, fallback: string): string {
  const text = read(name) ?? fallback;
  const parsed = URL.parse(text);
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new SettingError(name, `must be an http(s) URL, not "${text}"`);
  if (parsed.pathname !== '/' || text.endsWith('/') || parsed.search || parsed.hash || parsed.username) {
    throw new SettingError(
      name,
      `must be scheme://host[:port] without path or trailing slash, not "${text}"`,
    );
  }
  return parsed.origin;
}

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** Returns the seconds of a duration such as `30d`, `72h` or `90m`. Without a letter it is in seconds. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9})([smhd]?)$/.exec(text);
  if (!match) return undefined;
  return Number(match[1]) * UNITS[(match[2] || 's') as keyof typeof UNITS];
}

type Range = { min: number; max: number };

/** Reads a duration in seconds. `range` is in seconds too. */
export function seconds(read: Read, name: DefaultedName, range: Range): number {
  return checkedSeconds(name, read(name), range);
}

/** Reads a duration for each of several names: `location=7d,power=1h`. */
export function secondsByName(read: Read, name: SettingName, range: Range): ReadonlyMap<string, number> {
  const entries = list(read, name).map((entry): [string, number] => {
    const [, key = '', duration = ''] = /^([^=\s]+)\s*=\s*(\S+)$/.exec(entry) ?? [];
    if (key === '')
      throw new SettingError(name, `must be a list such as location=7d,power=72h, not "${entry}"`);
    return [key, checkedSeconds(name, duration, range)];
  });
  return new Map(entries);
}

function checkedSeconds(name: string, text: string, range: Range): number {
  const value = parseDuration(text);
  if (value === undefined)
    throw new SettingError(name, `must be a duration such as 30d or 72h, not "${text}"`);
  if (value < range.min || value > range.max) {
    const [least, most] = [range.min / UNITS.h, range.max / UNITS.d];
    throw new SettingError(name, `must be from ${least}h to ${most}d, not "${text}"`);
  }
  return value;
}
