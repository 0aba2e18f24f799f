import { verifyAudit } from '../../core/audit/index.ts';
import { broken, type Finding, ok, type Stored } from './check.ts';

const CHECK = 'Audit log';
/** Enough to notice a change soon, and few enough for a page that people wait for. */
const NEWEST = 1_000;

/** Checks that the newest entries are as they were sealed. */
export async function checkAuditLog({ config, db, now }: Stored): Promise<Finding> {
  const keptSince = now - config.retention.audit.facts * 1000;
  const { head, problems } = await verifyAudit(db, { keptSince, newest: NEWEST });
  const [problem] = problems;
  if (problem !== undefined)
    return broken(CHECK, problem, 'somebody changed the database; `azulejo audit verify` lists all');
  return ok(
    CHECK,
    head ? `unchanged; the last seal is ${head.n}:${head.chain}` : 'no entries are sealed yet',
  );
}
