/**
 * Maximum length of a channel's name, the same as elsewhere. Managers send the maker's name for the device,
 * or nothing (manager-sdk 2.1).
 */
const MAX_NAME_LENGTH = 200;

/** Returns the beginning of the name that is kept. */
export const shortName = (name: string | null | undefined): string | undefined =>
  name === null || name === undefined ? undefined : [...name].slice(0, MAX_NAME_LENGTH).join('');
