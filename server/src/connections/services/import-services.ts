import { type FieldError, ServiceFile } from '@azulejo/contract';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Insertable } from 'kysely';
import type { Audit } from '../../core/audit/index.ts';
import type { Database, Db, Transaction } from '../../database/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';

type Dependencies = { db: Db; clock: Clock; audit: Audit; applications: Applications; templates: Templates };

type Options = {
  /** The client_id or namespace of the application that activates them; null for none. Left out, it stays. */
  readonly application?: string | null;
};

/**
 * Stores services and replaces those with the same ids. Throws `invalid_request` naming the wrong member,
 * or `not_found` naming the application, and then stores nothing.
 */
export function createImport({ db, clock, audit, applications, templates }: Dependencies) {
  /** Returns undefined when the services stay with their applications. */
  async function ownerOf({ application }: Options): Promise<string | null | undefined> {
    if (application === undefined || application === null) return application;
    const client = await applications.get(application);
    if (client.kind !== 'application')
      throw invalidField('application', `must name an application, and "${client.name}" is a ${client.kind}`);
    return client.id;
  }

  /**
   * Requires that all templates exist: known apps lose a whole screen to a bundle with a device that cannot
   * be added (android-app 2.8).
   */
  async function requireTemplates({ profiles }: ServiceFile): Promise<void> {
    const known = new Set((await templates.list()).map(({ id }) => id));
    const unknown = profiles.find(({ id }) => !known.has(id));
    if (unknown) throw invalidField('profiles', `contain an unknown channel template: ${unknown.id}`);
  }

  return async (definitions: readonly unknown[], options: Options = {}): Promise<void> => {
    const now = clock.now();
    const applicationId = await ownerOf(options);
    const rows: Insertable<Database['services']>[] = [];
    for (const definition of definitions) {
      checkService(definition);
      await requireTemplates(definition);
      const { kind, ...service } = definition;
      const text = JSON.stringify(service);
      rows.push({ id: service.id, kind, definition_json: text, created: now, updated: now });
    }
    await db.write(async (tx) => {
      for (const row of rows) {
        const { kind, definition_json, updated } = row;
        await tx
          .insertInto('services')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ kind, definition_json, updated }))
          .execute();
        if (applicationId !== undefined) await give(tx, row.id, applicationId);
        await audit.record(tx, { action: 'service.import', targetId: row.id });
      }
    });
  };
}

/** Gives the service to the application. The address that another one set for it is not its own. */
async function give(tx: Transaction, id: string, applicationId: string | null): Promise<void> {
  await tx
    .updateTable('services')
    .set({ application_id: applicationId, activation_uri: null })
    .where('id', '=', id)
    .where((eb) => eb('application_id', 'is distinct from', applicationId))
    .execute();
}

let compiled: ValidateFunction | undefined;

/** Compiles the schema when it is first needed: only the command line imports services. */
function validator(): ValidateFunction {
  if (compiled) return compiled;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  compiled = ajv.compile({ ...ServiceFile, additionalProperties: false });
  return compiled;
}

/** A file with more mistakes than this is not a service. */
const MAX_NAMED = 20;

/** Throws `invalid_request` naming the invalid members. */
function checkService(definition: unknown): asserts definition is ServiceFile {
  const validate = validator();
  if (validate(definition)) return;
  const named = new Map<string, FieldError>();
  // A value may break several rules of its schema; the first one is enough.
  for (const error of (validate.errors ?? []).map(toFieldError)) {
    if (!named.has(error.field)) named.set(error.field, error);
  }
  const fields = [...named.values()].slice(0, MAX_NAMED);
  throw new ApiError('invalid_request', { fields });
}

function toFieldError({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): FieldError {
  const path = instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties')
    return { field: String(params['additionalProperty']), reason: 'is not a member of a service' };
  return { field: path || 'service', reason: message };
}
