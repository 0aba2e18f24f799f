/** Returns a CSV file (RFC 4180) of these rows. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells) => cells.map(cellOf).join(','))
    .join('\r\n')
    .concat('\r\n');

/**
 * Quotes a cell (RFC 4180 2). Spreadsheets take text that begins with one of four signs as a formula: an
 * apostrophe before it keeps it text.
 */
export function cellOf(text: string): string {
  const isFormula = /^[=+@\t-]/.test(text) && !Number.isFinite(Number(text));
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
