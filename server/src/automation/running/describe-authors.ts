import type { Start } from '@azulejo/agents';
import { describeStart } from '@azulejo/agents/words/history';
import type { Db } from '../../database/index.ts';
import { type DescribeRuns, runKey } from '../../state/history/index.ts';
import type { AgentHomes, WordingFor } from '../agents/index.ts';
import { createRunsOfUser } from './read-models/runs-of-user.ts';

type Dependencies = { db: Db; homes: AgentHomes; wordingFor: WordingFor };

/** Returns a function that names the agents of runs and says why they ran, in a constant number of statements. */
export function createDescribeAuthors({ db, homes, wordingFor }: Dependencies): DescribeRuns {
  const runsOfUser = createRunsOfUser(db);
  return async (userId, requested, language) => {
    const [found, home] = await Promise.all([runsOfUser.find(userId, requested), homes.of(userId)]);
    if (!home || found.length === 0) return new Map();
    const [definitions, wording] = await Promise.all([
      runsOfUser.definitions(userId, found),
      wordingFor(home, language),
    ]);
    return new Map(
      found.map((each) => {
        const definition = definitions.get(`${each.agent} ${each.version}`);
        if (!each.start || !definition) return [runKey(each), { name: each.label }];
        const { json, began, chainJson } = each.start;
        const before = (JSON.parse(chainJson) as string[]).at(-2);
        const because = describeStart(JSON.parse(json) as Start, began, { ...wording, definition }, before);
        return [runKey(each), { name: each.label, because }];
      }),
    );
  };
}
