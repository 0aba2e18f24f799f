import { cleanup, type Feature, type Platform } from '../feature.ts';
import { createAudit } from './audit.ts';

/** Refused requests are counted in memory and written together at this interval. */
const FLUSH_MS = 10_000;
/** Entries can be changed unnoticed until they are sealed. */
const SEAL_MS = 10_000;

/** Records who did what. */
export function auditFeature({ db, clock, retention }: Platform) {
  const audit = createAudit(db, clock, retention.audit);
  return {
    api: { audit },
    jobs: [
      {
        name: 'write refused requests to the audit log',
        runs: 'everywhere',
        everyMs: FLUSH_MS,
        run: () => audit.flush(),
      },
      { name: 'seal the audit log', runs: 'once', everyMs: SEAL_MS, run: () => audit.seal() },
      cleanup('audit', audit.prune),
    ],
    stop: () => audit.flush(),
  } satisfies Feature;
}
