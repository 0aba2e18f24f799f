import type { Agent, AgentDefinition } from '@azulejo/contract';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/index.ts';
import { revisionOf } from '../../platform/revision.ts';

export type AgentRow = Selectable<Database['agents']>;
export type VersionRow = Selectable<Database['agent_versions']>;

/** An agent as it is stored. The definition says neither whether it is switched on nor when it last ran. */
export type StoredAgent = {
  readonly id: string;
  readonly definition: AgentDefinition;
  readonly isEnabled: boolean;
  readonly version: number;
  readonly origin: Agent['origin'];
  readonly stopped: NonNullable<Agent['stopped']> | undefined;
  readonly lastRun: number | undefined;
  readonly lastOutcome: AgentRow['last_outcome'];
  readonly nextRun: number | undefined;
  readonly created: number;
  readonly updated: number;
  /** Its definition and whether it is switched on; a run does not change it. */
  readonly revision: string;
};

export type StoredVersion = {
  readonly version: number;
  readonly definition: AgentDefinition;
  readonly created: number;
  readonly authorId: string | undefined;
  readonly clientId: string | undefined;
};

const definitionIn = ({ definition_json }: { definition_json: string }): AgentDefinition =>
  JSON.parse(definition_json) as AgentDefinition;

export function toStored(row: AgentRow): StoredAgent {
  return {
    id: row.id,
    definition: definitionIn(row),
    isEnabled: row.enabled === 1,
    version: row.version,
    origin: row.origin,
    stopped: row.stopped_json === null ? undefined : JSON.parse(row.stopped_json),
    lastRun: row.last_run ?? undefined,
    lastOutcome: row.last_outcome,
    nextRun: row.next_run ?? undefined,
    created: row.created,
    updated: row.updated,
    revision: revisionOf(row.revision, `${row.enabled} ${row.definition_json}`),
  };
}

export const toVersion = (row: VersionRow): StoredVersion => ({
  version: row.version,
  definition: definitionIn(row),
  created: row.created,
  authorId: row.author_id ?? undefined,
  clientId: row.client_id ?? undefined,
});
