import type { Condition, RenderedTile } from '@azulejo/sdk';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import type { WriteStatus } from './write-status.ts';

/** A note in the second line of a tile, instead of its values or after the first of them. */
export type TileNote = {
  readonly tone: 'alarm' | 'attention' | 'failed' | 'quiet';
  readonly text: string;
  /** The full text, if `text` is abbreviated. */
  readonly title?: string;
  /** Screen readers read this before `text`; others see the icon. */
  readonly spoken?: string;
  /** Whether it follows the first value, because the device's measurement is still valid. */
  readonly isAfterValue?: boolean;
};

export type Noted = {
  readonly tile: RenderedTile;
  readonly status: WriteStatus;
  /** Whether the device did not answer the last request. */
  readonly isSilent: boolean;
  readonly formatSince?: (time: number) => string;
  /** Counted in milliseconds since 1970. */
  readonly now?: number;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Returns the most important note on a tile: an alarm comes before everything, attention before the rest. */
export function noteOf({ tile, status, isSilent, formatSince, now }: Noted): TileNote | undefined {
  const { condition } = tile;
  if (condition?.severity === 'alarm') return alarmNote(condition, formatSince);
  if (status.state === 'pending') return pendingNote(tile, status.data);
  if ('text' in status) return { tone: 'failed', text: i18n._(failed[status.state]), title: status.text };
  if (condition) return attentionNote(condition, formatSince, now);
  return isSilent ? { tone: 'quiet', text: t`No answer` } : undefined;
}

const failed: Readonly<Record<Extract<WriteStatus, { text: string }>['state'], MessageDescriptor>> = {
  unanswered: msg`No answer`,
  refused: msg`Refused`,
  unsent: msg`Not sent`,
  unknown: msg`Not confirmed`,
};

function alarmNote({ text, since }: Condition, formatSince: Noted['formatSince']): TileNote {
  if (since === undefined || !formatSince) return { tone: 'alarm', text };
  const from = formatSince(since);
  return { tone: 'alarm', text: t`Since ${from}`, title: t`${text} since ${from}`, spoken: `${text}:` };
}

function attentionNote(
  { kind, short, since }: Condition,
  formatSince: Noted['formatSince'],
  now: number | undefined,
): TileNote {
  const isAfterValue = kind === 'battery-low' || kind === 'tampered';
  if (since === undefined || !formatSince) return { tone: 'attention', text: short, isAfterValue };
  const from = formatSince(since);
  const title = t`${short} since ${from}`;
  const text = kind === 'open' && now !== undefined ? `${short} ${lengthOf(now - since)}` : short;
  return { tone: 'attention', text, title, isAfterValue };
}

function lengthOf(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (ms < HOUR_MS) return t`${minutes} min`;
  const hours = Math.floor(ms / HOUR_MS);
  return hours < 48 ? t`${hours} h` : plural(Math.floor(hours / 24), { one: '# day', other: '# days' });
}

const changes = {
  on_off: [msg`Turning on…`, msg`Turning off…`],
  lock: [msg`Locking…`, msg`Unlocking…`],
  home: [msg`Setting…`, msg`Setting…`],
} as const;

/** Returns no note for a new brightness, which the tile shows already. */
function pendingNote({ toggle, light }: RenderedTile, data: unknown): TileNote | undefined {
  const [on, off] = changes[toggle?.icon ?? 'home'];
  if (data === toggle?.write.on) return { tone: 'quiet', text: i18n._(on) };
  if (data === toggle?.write.off) return { tone: 'quiet', text: i18n._(off) };
  return light?.level === undefined ? { tone: 'quiet', text: t`Waiting…` } : undefined;
}
