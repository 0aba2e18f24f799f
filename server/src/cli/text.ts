import { styleText } from 'node:util';
import Table from 'cli-table3';

export { contractingText, sizeText, timeText } from '../platform/text.ts';

const BARE = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
} as const;

/** Returns a time of the API as ISO 8601 writes it, for `--json`. */
export const isoTime = (timestamp: string): string => new Date(timestamp).toISOString();

type Row = readonly (string | number)[];

function columns(rows: readonly Row[]): string {
  const table = new Table({ chars: BARE, style: { 'padding-left': 0, 'padding-right': 0, border: [] } });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Formats rows as aligned columns under their headings; returns `none` when there are no rows. */
export function list(headings: Row, rows: readonly Row[], none: string): string {
  if (rows.length === 0) return none;
  const [first = '', ...rest] = columns([headings, ...rows]).split('\n');
  return [styleText('bold', first), ...rest].join('\n');
}

/** Formats a heading with its members, one name and value per line. Undefined members are left out. */
export function record(heading: string, members: Readonly<Record<string, string | undefined>>): string {
  const rows = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [[`  ${name}`, value]],
  );
  return rows.length === 0 ? heading : `${heading}\n${columns(rows)}`;
}

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const;

/** Formats `2592000` as `30d`, as durations are entered. */
export function durationText(seconds: number): string {
  const unit = UNITS.find(([, length]) => seconds % length === 0);
  return unit ? `${seconds / unit[1]}${unit[0]}` : `${seconds}s`;
}
