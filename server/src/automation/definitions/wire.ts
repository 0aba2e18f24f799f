import { type Automation, type AutomationVersion, toTimestamp } from '@azulejo/contract';
import type { StoredAutomation, StoredVersion } from './automation-row.ts';
import { type CompiledHome, cannotRun, type JudgedAutomation } from './homes.ts';
import type { Sentences } from './words/sentences.ts';

const MAX_PROBLEMS = 20;

/** Outcomes of a run that did not do what it says. */
const FAILURES = ['partly', 'failed'];

/** Returns an automation as clients see it, with what is wrong with it in the home as it is now. */
export function toWireAutomation(
  stored: StoredAutomation,
  home: CompiledHome,
  { sentences, now }: { sentences: Sentences; now: number },
): Automation {
  const judged = home.automations.find(({ id, version }) => id === stored.id && version === stored.version);
  const { lastRun, stopped } = stored;
  const next = stored.isEnabled ? nextOf(stored, judged, home, now) : undefined;
  return {
    id: stored.id,
    definition: stored.definition,
    enabled: stored.isEnabled,
    version: stored.version,
    origin: stored.origin,
    sentence: sentences.sentence(stored.definition),
    health: healthOf(stored, judged),
    problems: (judged?.problems ?? [])
      .slice(0, MAX_PROBLEMS)
      .map((each) => ({ ...each, text: sentences.problem(each) })),
    ...(stopped && { stopped }),
    ...(lastRun !== undefined && { last_run: toTimestamp(lastRun) }),
    ...(next !== undefined && { next: toTimestamp(next) }),
    created: toTimestamp(stored.created),
    updated: toTimestamp(stored.updated),
    _rev: stored.revision,
  };
}

function healthOf(stored: StoredAutomation, judged: JudgedAutomation | undefined): Automation['health'] {
  if (judged && cannotRun(judged)) return 'invalid';
  if (stored.stopped) return 'stopped';
  if (!stored.isEnabled) return 'off';
  if (judged?.problems.some(({ severity }) => severity === 'error')) return 'incomplete';
  return FAILURES.includes(stored.lastOutcome ?? '') ? 'failing' : 'fine';
}

/** Returns when its next schedule is due. Intervals count from when it was switched on, which only its runs know. */
function nextOf(
  { nextRun }: StoredAutomation,
  judged: JudgedAutomation | undefined,
  { home }: CompiledHome,
  now: number,
): number | undefined {
  const due = (judged?.compiled?.triggers ?? []).flatMap((trigger) => {
    if (trigger.kind !== 'schedule') return [];
    const schedule = trigger.scheduleAt(now);
    if (schedule.kind === 'every') return nextRun !== undefined && nextRun > now ? [nextRun] : [];
    return home.calendar.next(schedule, now)?.at ?? [];
  });
  return due.length === 0 ? undefined : Math.min(...due);
}

export const toWireVersion = (
  { version, definition, created, authorId, clientId }: StoredVersion,
  sentences: Sentences,
): AutomationVersion => ({
  version,
  definition,
  sentence: sentences.sentence(definition),
  created: toTimestamp(created),
  ...(authorId !== undefined && { by: authorId }),
  ...(clientId !== undefined && { through: clientId }),
});
