import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../config/settings.ts';
import type { FaultName } from '../connections/virtual-devices/index.ts';
import { faultNames } from './names.ts';

/** Parses an option value. Invalid values are wrong usage. */
export function duration(text: string): number {
  const seconds = parseDuration(text);
  if (seconds === undefined)
    throw new InvalidArgumentError('It must be a duration such as 30d, 72h, 90m or 3600s.');
  return seconds;
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

const MAX_DAYS = 30;

export function dayCount(text: string): number {
  const days = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MAX_DAYS)
    throw new InvalidArgumentError(`It must be a number from 1 to ${MAX_DAYS}.`);
  return days;
}

/** Collects the values of an option that may be repeated. */
export const collect = (text: string, earlier: readonly string[] = []): readonly string[] => [
  ...earlier,
  text,
];

/** Collects the values of an option that may be repeated, or hold several values between commas or spaces. */
export const collectWords = (text: string, earlier: readonly string[] = []): readonly string[] => [
  ...earlier,
  ...text.split(/[\s,]+/).filter((word) => word !== ''),
];

/** Parses comma-separated names of faults of a virtual device. */
export function faultList(text: string): readonly FaultName[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  const unknown = names.find((name) => !faultNames.some((known) => known === name));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is not one of ${faultNames.join(', ')}.`);
  return names as FaultName[];
}
