/** Formats a time as ISO 8601 to the second, which is unambiguous and sortable. */
export const timeText = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');

export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}

/** Says which migrations wait for servers of an earlier version. */
export const contractingText = (migrations: readonly string[]): string =>
  `${migrations.join(', ')} removes what servers of an earlier version use, and is applied when none of them runs.`;
