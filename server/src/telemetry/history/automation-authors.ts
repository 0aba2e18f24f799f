import type { Actor } from '@azulejo/contract';
import type { Principal } from '../../core/access/index.ts';

/** What is shown about a run: the name of its automation, and why it ran. */
export type RunDescription = Pick<Actor, 'name' | 'because'>;
type RunOfAutomation = { readonly automation: string; readonly run: string };

/** Returns what is shown about a user's runs, by `runKey`, in a language or in that of the user. */
export type DescribeRuns = (
  userId: string,
  runs: readonly RunOfAutomation[],
  language: string | undefined,
) => Promise<ReadonlyMap<string, RunDescription>>;

/** A page of activity has no more runs, unless all is in one millisecond; a page of history may have. */
const MAX_RUNS = 200;

export const runKey = ({ automation, run }: RunOfAutomation): string => `${automation} ${run}`;

export type AutomationAuthors = ReturnType<typeof createAutomationAuthors>;

/**
 * Adds name and reason to automations as authors, for their owner: both may say what others need not know. A process
 * that runs no automations tells neither.
 */
export function createAutomationAuthors() {
  let describeRuns: DescribeRuns = async () => new Map();
  return {
    describeWith(describe: DescribeRuns): void {
      describeRuns = describe;
    },
    /** Returns what holds authors, with their names and reasons. */
    async complete<Authored extends { readonly by?: Actor }>(
      authored: readonly Authored[],
      { kind, id: userId }: Principal,
      language: string | undefined,
    ): Promise<Authored[]> {
      const runs = new Map(
        authored.flatMap(({ by }) => {
          const run = runOf(by);
          return run ? [[runKey(run), run] as const] : [];
        }),
      );
      if (kind !== 'user' || runs.size === 0) return [...authored];
      const described = await describeRuns(userId, [...runs.values()].slice(0, MAX_RUNS), language);
      return authored.map((each) => {
        const run = runOf(each.by);
        const more = run && described.get(runKey(run));
        return more ? { ...each, by: { ...each.by, ...more } } : each;
      });
    },
  };
}

const runOf = (by: Actor | undefined): RunOfAutomation | undefined =>
  by?.type === 'automation' && by.id !== undefined && by.run !== undefined
    ? { automation: by.id, run: by.run }
    : undefined;
