import { type Presence, presenceDue } from '@azulejo/automations';

type Phone = Presence['phones'][number];

const isSince = (begin: number) => (report: { readonly at: number } | null) =>
  report !== null && report.at >= begin;

/** Returns the presence without positions and networks from before `begin`. Where each phone was stays known. */
export function forgetBefore(presence: Presence, begin: number): Presence {
  const isKept = isSince(begin);
  return {
    ...presence,
    phones: presence.phones.map(
      (phone): Phone => ({
        ...phone,
        fix: isKept(phone.fix) ? phone.fix : null,
        wifi: isKept(phone.wifi) ? phone.wifi : null,
        jump: isKept(phone.jump?.last ?? null) ? phone.jump : null,
      }),
    ),
  };
}

/** Returns when something is to be done without a report: a phone has left, or its position is forgotten. */
export function dueOf(presence: Presence, retentionMs: number): number | null {
  const reports = presence.phones.flatMap(({ fix, wifi, jump }) => [fix, wifi, jump?.last]);
  // One more millisecond, since what was measured just then is kept.
  const ends = reports.flatMap((report) => (report ? [report.at + retentionMs + 1] : []));
  const left = presenceDue(presence);
  const dues = left === undefined ? ends : [left, ...ends];
  return dues.length === 0 ? null : Math.min(...dues);
}
