import type { PortalScope } from '@azulejo/contract';
import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../config/settings.ts';
import type { FaultName } from '../connections/virtual-devices/index.ts';
import { faultNames, portalScopes } from './names.ts';

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

const daysUpTo =
  (maximum: number) =>
  (text: string): number => {
    const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    if (days < 1 || days > maximum)
      throw new InvalidArgumentError(`It must be a number from 1 to ${maximum}.`);
    return days;
  };

export const dayCount = daysUpTo(30);

/** Parses the lifetime of an access token of the portal. */
export const tokenDays = daysUpTo(365);

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
export const faultList = (text: string): readonly FaultName[] => namesIn(text, faultNames);

/** Parses comma-separated scopes of an access token. */
export function scopeList(text: string): readonly PortalScope[] {
  const scopes = namesIn(text, portalScopes);
  if (scopes.length === 0) throw new InvalidArgumentError(`It must name one of ${portalScopes.join(', ')}.`);
  return scopes;
}

function namesIn<Name extends string>(text: string, known: readonly Name[]): readonly Name[] {
  const names = new Set(text.split(/[\s,]+/).filter((name) => name !== ''));
  const isKnown = (name: string): name is Name => known.some((each) => each === name);
  return [...names].map((name) => {
    if (!isKnown(name)) throw new InvalidArgumentError(`"${name}" is not one of ${known.join(', ')}.`);
    return name;
  });
}
