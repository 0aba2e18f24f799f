/**
 * The header of an engine-neutral backup, which has one JSON value per line: the header; for each table
 * `{"table": name}`, its rows as arrays in the order of the header's columns, and `{"rows": count}`; at the
 * end `{"end": true}`.
 */
export type BackupHeader = {
  format: typeof BACKUP_FORMAT;
  version: typeof BACKUP_VERSION;
  /** The migrations that made these tables, in order. */
  migrations: readonly string[];
  /** The tables, each after those that it refers to. */
  tables: readonly BackupTable[];
};

export type BackupTable = { name: string; columns: readonly string[] };

export const BACKUP_FORMAT = 'azulejo-database';
export const BACKUP_VERSION = 1;

/** A table and how many of its rows were processed; in `onProgress`, how many so far. */
export type BackupProgress = { table: string; rows: number };
export type BackupSummary = { tables: readonly BackupProgress[] };
export type BackupOptions = { onProgress?: (progress: BackupProgress) => void };

export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export type BackupLine = { table: string } | { rows: number } | { end: true } | unknown[];

export function encodeRow(row: Record<string, unknown>, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => encodeCell(row[column])));
}

function encodeCell(value: unknown): unknown {
  // A sum of very large numbers is infinite, which JSON would write as null.
  if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) };
  return value instanceof Uint8Array ? { $blob: Buffer.from(value).toString('base64') } : value;
}

export function decodeCell(cell: unknown): unknown {
  if (typeof cell !== 'object' || cell === null) return cell;
  if ('$number' in cell) return Number(cell.$number);
  if (!('$blob' in cell)) return cell;
  return new Uint8Array(Buffer.from(String(cell.$blob), 'base64'));
}

export function parseHeader(line: string | undefined): BackupHeader {
  const header = parseLine(line ?? '') as Partial<BackupHeader>;
  if (header?.format !== BACKUP_FORMAT) throw new BackupError('this file is not a backup of Azulejo');
  if (header.version !== BACKUP_VERSION) {
    throw new BackupError(`a newer version of Azulejo made this backup (format ${header.version})`);
  }
  return header as BackupHeader;
}

export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new BackupError('this backup is damaged: a line of it is not JSON');
  }
}
