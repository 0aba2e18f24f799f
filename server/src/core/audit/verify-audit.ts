import type { Db } from '../../database/index.ts';
import { prunedUntil } from './prune-audit.ts';
import { BEGIN, chainOf, hashOf, type Seal } from './seal.ts';

const PAGE_ROWS = 1_000;
const MAX_PROBLEMS = 20;

/** The state of the audit log, and what is wrong with it. */
type AuditState = {
  /** Sealed entries that are there and unchanged. */
  sealed: number;
  /** Entries that were deleted since they were sealed. */
  removed: number;
  /** Facts among them that only a former, shorter retention allowed to delete, as the settings of the database say. */
  excused: number;
  /** Entries that the next run of the job seals; undefined if only the newest seals are compared. */
  unsealed: number | undefined;
  /** The last seal. Whoever keeps it elsewhere notices when the log was written anew. */
  head: { n: number; chain: string } | undefined;
  /** At most 20. */
  problems: string[];
};

type Verification = {
  /** The time from which entries must be there by the present retention, in milliseconds since 1970. */
  keptSince: number;
  /** A head that was noted earlier. */
  head?: { n: number; chain: string };
  /** Only the newest seals; all by default. */
  newest?: number;
};

/** Compares the entries of the audit log with their seals, and the seals with each other. */
export async function verifyAudit(db: Db, { keptSince, head, newest }: Verification): Promise<AuditState> {
  const last = await db.read
    .selectFrom('audit_seals')
    .select(['n', 'chain'])
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst();
  const state: AuditState = {
    sealed: 0,
    removed: 0,
    excused: 0,
    unsealed: newest === undefined ? await countUnsealed(db) : undefined,
    head: last,
    problems: [],
  };
  const report = (problem: string) => {
    if (state.problems.length < MAX_PROBLEMS) state.problems.push(problem);
  };
  if (newest === undefined)
    for (const id of await entriesWithoutSeal(db)) report(`the seal of entry ${id} is missing`);
  const mustBeThereSince = Math.max(keptSince, await deletedUntil(db));
  let isHeadThere = head === undefined;
  let before: Pick<Seal, 'n' | 'chain'> | undefined;
  let after = newest === undefined || last === undefined ? 0 : last.n - newest;
  let page: Awaited<ReturnType<typeof readSeals>>;
  do {
    page = await readSeals(db, after);
    for (const { seal, entry } of page) {
      // The first seal that is left is taken as it is.
      if (before && seal.n !== before.n + 1)
        report(`the seals between ${before.n} and ${seal.n} are missing`);
      else if (before ? chainOf(before.chain, seal) !== seal.chain : isWrongFirst(seal))
        report(`the chain is broken at seal ${seal.n}`);
      if (entry && hashOf(entry) === seal.hash) state.sealed += 1;
      else if (entry) report(`entry ${entry.id} was changed after it was sealed (seal ${seal.n})`);
      else state.removed += 1;
      if (!entry && seal.is_refusal === 0 && seal.at >= keptSince) {
        if (seal.at < mustBeThereSince) state.excused += 1;
        else
          report(
            `the entry of seal ${seal.n}, of ${new Date(seal.at).toISOString()}, was deleted before AUDIT_RETENTION`,
          );
      }
      if (head?.n === seal.n) {
        isHeadThere = true;
        if (head.chain !== seal.chain) report(`seal ${head.n} is not the one that was noted`);
      }
      before = seal;
    }
    after = page.at(-1)?.seal.n ?? after;
  } while (page.length === PAGE_ROWS);
  if (head && !isHeadThere) report(`seal ${head.n}, which was noted, is missing`);
  return state;
}

/**
 * Returns the time before which a former, shorter retention deleted facts. It deleted all that were older, so the time
 * counts only as far as no older fact is left: otherwise somebody could excuse a single deletion with the setting.
 */
async function deletedUntil(db: Db): Promise<number> {
  const oldest = await db.read
    .selectFrom('audit')
    .select('at')
    .where('is_refusal', '=', 0)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  const until = await prunedUntil(db.read);
  return Math.min(until, oldest?.at ?? until);
}

/** Returns the ids of entries that were sealed and whose seals are gone. */
async function entriesWithoutSeal(db: Db): Promise<string[]> {
  const found = await db.scan
    .selectFrom('audit')
    .leftJoin('audit_seals', 'audit_seals.n', 'audit.seal')
    .select('audit.id')
    .where('audit.seal', 'is not', null)
    .where('audit_seals.n', 'is', null)
    .limit(MAX_PROBLEMS)
    .execute();
  return found.map(({ id }) => id);
}

const isWrongFirst = (seal: Seal): boolean => seal.n === 1 && chainOf(BEGIN, seal) !== seal.chain;

async function countUnsealed(db: Db): Promise<number> {
  const { n } = await db.scan
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number | string>().as('n'))
    .where('seal', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Returns the next seals in their order, each with its entry if that is there. */
async function readSeals(db: Db, after: number) {
  const seals = await db.scan
    .selectFrom('audit_seals')
    .selectAll()
    .where('n', '>', after)
    .orderBy('n')
    .limit(PAGE_ROWS)
    .execute();
  const last = seals.at(-1);
  if (!last) return [];
  const entries = await db.scan
    .selectFrom('audit')
    .selectAll()
    .where('seal', '>', after)
    .where('seal', '<=', last.n)
    .limit(2 * PAGE_ROWS)
    .execute();
  const bySeal = new Map(entries.map(({ seal, ...entry }) => [seal, entry]));
  return seals.map((seal) => ({ seal, entry: bySeal.get(seal.n) }));
}
