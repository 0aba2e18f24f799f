import type { AgentDefinition } from '@azulejo/contract';
import { jsonRows } from '@azulejo/storage';
import type { Db } from '../../../database/index.ts';

export type RunOfUser = {
  readonly agent: string;
  readonly run: string;
  /** The agent's current name. */
  readonly label: string;
  /** Undefined when the run is no longer stored. */
  readonly start: { readonly json: string; readonly began: number; readonly chainJson: string } | undefined;
  readonly version: number | undefined;
};

/** Reads runs of a user's agents by their ids, with the definitions that they ran with: two statements. */
export function createRunsOfUser(db: Db) {
  const { runs, definitions } = prepare(db);
  return {
    async find(userId: string, requested: readonly { agent: string; run: string }[]): Promise<RunOfUser[]> {
      const rows = JSON.stringify(requested.map(({ agent, run }) => [agent, run]));
      return (await runs.all({ userId, rows })).map(
        ({ agent, run, label, version, began, startJson, chainJson }) => ({
          agent,
          run,
          label,
          version: version ?? undefined,
          start:
            began === null || startJson === null || chainJson === null
              ? undefined
              : { json: startJson, began, chainJson },
        }),
      );
    },
    /** Returns definitions, keyed by `<agent> <version>`. */
    async definitions(
      userId: string,
      found: readonly RunOfUser[],
    ): Promise<ReadonlyMap<string, AgentDefinition>> {
      const requested = new Map(
        found.flatMap(({ agent, version }) =>
          version === undefined ? [] : [[`${agent} ${version}`, [agent, version]] as const],
        ),
      );
      if (requested.size === 0) return new Map();
      const rows = await definitions.all({ userId, rows: JSON.stringify([...requested.values()]) });
      return new Map(
        rows.map(({ agent, version, definitionJson }) => [
          `${agent} ${version}`,
          JSON.parse(definitionJson) as AgentDefinition,
        ]),
      );
    },
  };
}

function prepare(db: Db) {
  const runs = db.prepare<{ userId: string; rows: string }>()((kysely, p) =>
    kysely
      .selectFrom(
        jsonRows<{ agent: string; run: string }>(db.engine, p('rows'), { agent: 'text', run: 'text' }).as(
          'given',
        ),
      )
      .innerJoin('agents', (join) =>
        join.onRef('agents.id', '=', 'given.agent').on('agents.user_id', '=', p('userId')),
      )
      .leftJoin('agent_runs', (join) =>
        join
          .onRef('agent_runs.agent_id', '=', 'given.agent')
          .onRef('agent_runs.id', '=', 'given.run')
          .on('agent_runs.user_id', '=', p('userId')),
      )
      .select(['given.agent', 'given.run', 'agents.label', 'agent_runs.version', 'agent_runs.began'])
      .select(['agent_runs.start_json as startJson', 'agent_runs.chain_json as chainJson']),
  );
  const definitions = db.prepare<{ userId: string; rows: string }>()((kysely, p) =>
    kysely
      .selectFrom(
        jsonRows<{ agent: string; version: number }>(db.engine, p('rows'), {
          agent: 'text',
          version: 'integer',
        }).as('given'),
      )
      .innerJoin('agent_versions', (join) =>
        join
          .onRef('agent_versions.agent_id', '=', 'given.agent')
          .onRef('agent_versions.version', '=', 'given.version')
          .on('agent_versions.user_id', '=', p('userId')),
      )
      .select(['given.agent', 'given.version', 'agent_versions.definition_json as definitionJson']),
  );
  return { runs, definitions };
}
