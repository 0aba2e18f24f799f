const MINUTE_MS = 60_000;

type Dated = { readonly version: number; readonly created: number };

/**
 * Returns the version that was in force at the end of a minute; undefined when the automation did not exist. If that
 * version is no longer stored, it is the oldest one that is.
 */
export function versionAt<Version extends Dated>(
  automation: Pick<Dated, 'created'>,
  versions: readonly Version[],
  minute: number,
): Version | undefined {
  const end = minute + MINUTE_MS;
  if (automation.created >= end) return undefined;
  const newestFirst = versions.toSorted((one, other) => other.version - one.version);
  return newestFirst.find(({ created }) => created < end) ?? newestFirst.at(-1);
}
