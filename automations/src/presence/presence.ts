import { metersBetween } from './distance.ts';
import { LEFT_AFTER_MS, locate } from './phone.ts';
import type { Fix, IgnoredReason, KnownPlace, PhoneState, Presence, Report } from './types.ts';

const MAX_PHONES = 10;
const MAX_METERS_PER_MS = 300 / 3_600;
/** A jump that lasts for this long was none: the fix before it was wrong. */
const JUMP_BELIEVED_AFTER_MS = 10 * 60_000;

/** Nothing is known: before the first report, and while the user does not share the location. */
export const UNKNOWN_PRESENCE: Presence = { whereabouts: null, phones: [], ignored: {} };

/** Returns the presence after a report that says nothing, which is only counted. */
export const ignore = (presence: Presence, reason: IgnoredReason): Presence => ({
  ...presence,
  ignored: { ...presence.ignored, [reason]: (presence.ignored[reason] ?? 0) + 1 },
});

/**
 * Returns where the person is after a phone's report. The phone that reported last decides; a phone that
 * does not know its place is left out.
 */
export function report(presence: Presence, given: Report, places: readonly KnownPlace[]): Presence {
  const known = presence.phones.find(({ phone }) => phone === given.phone) ?? newPhone(given);
  const reason = reasonToIgnore(known, given);
  if (reason !== undefined) {
    return {
      ...ignore(presence, reason),
      phones: presence.phones.map((each) => withJump(each, given, reason)),
    };
  }
  const updated = { ...known, at: Math.max(known.at, given.at) };
  const next: PhoneState =
    given.kind === 'wifi' ? { ...updated, wifi: given } : { ...updated, fix: given, jump: null };
  const located = locate(next, places, given.at);
  const others = presence.phones.filter(({ phone }) => phone !== given.phone);
  return withPhones(presence, [located, ...others].sort((a, b) => b.at - a.at).slice(0, MAX_PHONES));
}

/** Returns the presence at a later time, or with other places: a phone that was seen outside once has left by then. */
export function advance(presence: Presence, now: number, places: readonly KnownPlace[]): Presence {
  return withPhones(
    presence,
    presence.phones.map((phone) => locate(phone, places, now)),
  );
}

/** Returns when `advance` is due if no phone reports before, or undefined. */
export function presenceDue(presence: Presence): number | undefined {
  const dues = presence.phones.flatMap(({ outside }) =>
    outside === null ? [] : [outside.since + LEFT_AFTER_MS],
  );
  return dues.length === 0 ? undefined : Math.min(...dues);
}

const withPhones = (presence: Presence, phones: readonly PhoneState[]): Presence => ({
  ...presence,
  phones,
  whereabouts: phones.find(({ whereabouts }) => whereabouts !== null)?.whereabouts ?? null,
});

const newPhone = ({ phone, at }: Report): PhoneState => ({
  phone,
  at,
  whereabouts: null,
  fix: null,
  wifi: null,
  outside: null,
  jump: null,
});

function reasonToIgnore({ fix, wifi, jump }: PhoneState, given: Report): IgnoredReason | undefined {
  const last = given.kind === 'fix' ? fix : wifi;
  if (last === null) return undefined;
  if (given.at < last.at) return 'out-of-order';
  if (given.kind === 'wifi') return undefined;
  // Known apps send every fix as two properties (ios-app 2.3).
  if (given.at === last.at) return 'repeated';
  if (fix === null || isPlausible(fix, given)) return undefined;
  const isBelieved =
    jump !== null && isPlausible(jump.last, given) && given.at - jump.since >= JUMP_BELIEVED_AFTER_MS;
  return isBelieved ? undefined : 'too-fast';
}

const isPlausible = (from: Fix, to: Fix): boolean =>
  metersBetween(from, to) - from.accuracy - to.accuracy <= MAX_METERS_PER_MS * Math.max(0, to.at - from.at);

/** Remembers a fix that came too fast, and since when such fixes agree with each other. */
function withJump(phone: PhoneState, given: Report, reason: IgnoredReason): PhoneState {
  if (reason !== 'too-fast' || given.kind !== 'fix' || given.phone !== phone.phone) return phone;
  const { jump } = phone;
  const since = jump !== null && isPlausible(jump.last, given) ? jump.since : given.at;
  return { ...phone, jump: { since, last: given } };
}
