import type { AutomationDefinition } from '@azulejo/contract';
import { jsonRows } from '@azulejo/storage';
import type { Db } from '../../../database/index.ts';

export type RunOfUser = {
  readonly automation: string;
  readonly run: string;
  /** The automation's current name. */
  readonly label: string;
  /** Undefined when the run is no longer stored. */
  readonly start: { readonly json: string; readonly began: number; readonly chainJson: string } | undefined;
  readonly version: number | undefined;
};

/** Reads runs of a user's automations by their ids, with the definitions that they ran with: two statements. */
export function createRunsOfUser(db: Db) {
  const { runs, definitions } = prepare(db);
  return {
    async find(
      userId: string,
      requested: readonly { automation: string; run: string }[],
    ): Promise<RunOfUser[]> {
      const rows = JSON.stringify(requested.map(({ automation, run }) => [automation, run]));
      return (await runs.all({ userId, rows })).map(
        ({ automation, run, label, version, began, startJson, chainJson }) => ({
          automation,
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
    /** Returns definitions, keyed by `<automation> <version>`. */
    async definitions(
      userId: string,
      found: readonly RunOfUser[],
    ): Promise<ReadonlyMap<string, AutomationDefinition>> {
      const requested = new Map(
        found.flatMap(({ automation, version }) =>
          version === undefined ? [] : [[`${automation} ${version}`, [automation, version]] as const],
        ),
      );
      if (requested.size === 0) return new Map();
      const rows = await definitions.all({ userId, rows: JSON.stringify([...requested.values()]) });
      return new Map(
        rows.map(({ automation, version, definitionJson }) => [
          `${automation} ${version}`,
          JSON.parse(definitionJson) as AutomationDefinition,
        ]),
      );
    },
  };
}

function prepare(db: Db) {
  const runs = db.prepare<{ userId: string; rows: string }>()((kysely, p) =>
    kysely
      .selectFrom(
        jsonRows<{ automation: string; run: string }>(db.engine, p('rows'), {
          automation: 'text',
          run: 'text',
        }).as('given'),
      )
      .innerJoin('automations', (join) =>
        join.onRef('automations.id', '=', 'given.automation').on('automations.user_id', '=', p('userId')),
      )
      .leftJoin('automation_runs', (join) =>
        join
          .onRef('automation_runs.automation_id', '=', 'given.automation')
          .onRef('automation_runs.id', '=', 'given.run')
          .on('automation_runs.user_id', '=', p('userId')),
      )
      .select([
        'given.automation',
        'given.run',
        'automations.label',
        'automation_runs.version',
        'automation_runs.began',
      ])
      .select(['automation_runs.start_json as startJson', 'automation_runs.chain_json as chainJson']),
  );
  const definitions = db.prepare<{ userId: string; rows: string }>()((kysely, p) =>
    kysely
      .selectFrom(
        jsonRows<{ automation: string; version: number }>(db.engine, p('rows'), {
          automation: 'text',
          version: 'integer',
        }).as('given'),
      )
      .innerJoin('automation_versions', (join) =>
        join
          .onRef('automation_versions.automation_id', '=', 'given.automation')
          .onRef('automation_versions.version', '=', 'given.version')
          .on('automation_versions.user_id', '=', p('userId')),
      )
      .select(['given.automation', 'given.version', 'automation_versions.definition_json as definitionJson']),
  );
  return { runs, definitions };
}
