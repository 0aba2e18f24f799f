import {
  advancePresence,
  applyReport,
  type IgnoredReason,
  ignoreReport,
  type Presence,
  presenceDue,
  readReport,
  UNKNOWN_PRESENCE,
  type Whereabouts,
} from '@azulejo/automations';
import type { PhoneReport } from '../../telemetry/write-path/index.ts';
import { forgetBefore } from './forget.ts';
import type { PersonRow } from './read-models/people.ts';

/** The result of a report: it counts, or the reason why it is ignored. */
export type ReportOutcome = 'counted' | IgnoredReason;

export const presenceOf = ({ stateJson }: Pick<PersonRow, 'stateJson'>): Presence =>
  stateJson === null ? UNKNOWN_PRESENCE : (JSON.parse(stateJson) as Presence);

/** Follows one person through the reports of a batch. `retentionMs` is how long positions are remembered. */
export function createPerson(row: PersonRow, retentionMs: number) {
  const { places, isShared } = row;
  let presence = presenceOf(row);
  let isChanged = false;

  function become(next: Presence): Whereabouts[] {
    isChanged = true;
    const isNew = next.whereabouts !== presence.whereabouts;
    presence = next;
    return isNew ? [next.whereabouts] : [];
  }

  /** Applies the time without updates: a phone that was seen outside may have left before this report. */
  function catchUp(at: number): Whereabouts[] {
    const due = presenceDue(presence);
    return due !== undefined && due <= at ? become(advancePresence(presence, due, places)) : [];
  }

  return {
    userId: row.userId,
    revision: row.revision,
    presence: () => presence,
    isChanged: () => isChanged,

    report({ property, data, at }: PhoneReport): { values: Whereabouts[]; outcome?: ReportOutcome } {
      if (!isShared) return { values: become(UNKNOWN_PRESENCE) };
      const read = readReport({ property, data, receivedAt: at });
      if (read === undefined) return { values: [] };
      const before = catchUp(at);
      const { ignored } = presence;
      const next =
        typeof read === 'string' ? ignoreReport(presence, read) : applyReport(presence, read, places);
      const values = [...before, ...become(forgetBefore(next, at - retentionMs))];
      return { values, outcome: countedSince(ignored, next.ignored) };
    },

    refresh(at: number): Whereabouts[] {
      if (!isShared) return become(UNKNOWN_PRESENCE);
      return [
        ...catchUp(at),
        ...become(forgetBefore(advancePresence(presence, at, places), at - retentionMs)),
      ];
    },
  };
}

function countedSince(before: Presence['ignored'], after: Presence['ignored']): ReportOutcome {
  const reasons = Object.keys(after) as IgnoredReason[];
  return reasons.find((reason) => after[reason] !== before[reason]) ?? 'counted';
}

export type Person = ReturnType<typeof createPerson>;
