import { MAX_NAME_LENGTH } from '@azulejo/contract';
import type { FoundAtMaker } from '../makers/index.ts';

const MAX_DEVICES = 200;
const MAX_KEY_LENGTH = 200;
const MAX_URL_LENGTH = 2_000;

/**
 * Returns the devices of a manager's list that are usable: each needs an id, and ids are listed once. A
 * picture that is no absolute http(s) URL is left out, because it makes a known app crash (managers 4.4).
 */
export function readListedDevices(list: readonly unknown[], templateName: string): FoundAtMaker[] {
  const found = new Map<string, FoundAtMaker>();
  for (const entry of list) {
    const device = readDevice(entry, templateName);
    if (device && !found.has(device.remoteKey)) found.set(device.remoteKey, device);
    if (found.size === MAX_DEVICES) break;
  }
  return [...found.values()];
}

function readDevice(entry: unknown, templateName: string): FoundAtMaker | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { id, content, photoUrl } = entry as Record<string, unknown>;
  const remoteKey = typeof id === 'number' ? String(id) : id;
  if (typeof remoteKey !== 'string' || !isText(remoteKey, MAX_KEY_LENGTH)) return undefined;
  const name = typeof content === 'string' && isStorable(content) ? cut(content.trim()) : '';
  return { remoteKey, name: name === '' ? templateName : name, photoUrl: pictureOf(photoUrl) };
}

/** Returns whether PostgreSQL accepts the text, which has no U+0000 and no lone surrogate there. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
const isText = (text: string, max: number): boolean => text !== '' && text.length <= max && isStorable(text);
const cut = (text: string): string => [...text].slice(0, MAX_NAME_LENGTH).join('');

function pictureOf(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length > MAX_URL_LENGTH) return undefined;
  const parsed = URL.parse(url);
  return /^https?:$/.test(parsed?.protocol ?? '') ? parsed?.href : undefined;
}
