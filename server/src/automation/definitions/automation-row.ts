import type { Automation, AutomationDefinition } from '@azulejo/contract';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/index.ts';
import { revisionOf } from '../../platform/revision.ts';

export type AutomationRow = Selectable<Database['automations']>;
export type VersionRow = Selectable<Database['automation_versions']>;

/** An automation as it is stored. The definition says neither whether it is switched on nor when it last ran. */
export type StoredAutomation = {
  readonly id: string;
  readonly definition: AutomationDefinition;
  readonly isEnabled: boolean;
  readonly version: number;
  readonly origin: Automation['origin'];
  readonly stopped: NonNullable<Automation['stopped']> | undefined;
  readonly lastRun: number | undefined;
  readonly lastOutcome: AutomationRow['last_outcome'];
  readonly nextRun: number | undefined;
  readonly created: number;
  readonly updated: number;
  /** Its definition and whether it is switched on; a run does not change it. */
  readonly revision: string;
};

export type StoredVersion = {
  readonly version: number;
  readonly definition: AutomationDefinition;
  readonly created: number;
  readonly authorId: string | undefined;
  readonly clientId: string | undefined;
};

const definitionIn = ({ definition_json }: { definition_json: string }): AutomationDefinition =>
  JSON.parse(definition_json) as AutomationDefinition;

export function toStored(row: AutomationRow): StoredAutomation {
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
