import type { Start } from '@azulejo/automations';
import { describeStart } from '@azulejo/automations/words/history';
import type { Db } from '../../database/index.ts';
import { type DescribeRuns, runKey } from '../../telemetry/history/index.ts';
import type { AutomationHomes, WordingFor } from '../definitions/index.ts';
import { createRunsOfUser } from './read-models/runs-of-user.ts';

type Dependencies = { db: Db; homes: AutomationHomes; wordingFor: WordingFor };

/** Returns a function that names the automations of runs and says why they ran, in a constant number of statements. */
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
        const definition = definitions.get(`${each.automation} ${each.version}`);
        if (!each.start || !definition) return [runKey(each), { name: each.label }];
        const { json, began, chainJson } = each.start;
        const before = (JSON.parse(chainJson) as string[]).at(-2);
        const because = describeStart(JSON.parse(json) as Start, began, { ...wording, definition }, before);
        return [runKey(each), { name: each.label, because }];
      }),
    );
  };
}
