import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Accounts, Home } from './home.ts';

/** What a fixture's platform has, and what must be read from it after an upgrade. */
export type Expected = {
  readonly version: string;
  /** When it was made, in epoch milliseconds. */
  readonly made: number;
  /** The migrations that its database has. */
  readonly migrations: readonly string[];
  readonly accounts: Accounts;
  readonly home: Home;
};

/** The folder of the kept fixtures, one folder a release. */
export const fixtures = join(import.meta.dirname, '..', 'fixtures', 'releases');

/** Returns the versions of which there is a fixture. */
export const keptReleases = (): string[] => readdirSync(fixtures).toSorted();

export const expectedOf = (version: string): Expected =>
  JSON.parse(readFileSync(join(fixtures, version, 'expected.json'), 'utf8')) as Expected;
