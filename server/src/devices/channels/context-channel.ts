import type { BoundStatement } from '@azulejo/storage';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import type { VersionedTemplate } from '../templates/index.ts';

type NewContext = { user: { id: string; clientId: string }; template: VersionedTemplate };

/**
 * Creates the channel on which a user's own phone reports, and the user's grant on it. Nothing else gets a
 * grant: an application does not learn automatically where its users are.
 */
export function createContextChannels(db: Db, clock: Clock) {
  const insertChannel = db.prepare<{ id: string; userId: string; name: string; now: number } & TemplateAt>()(
    (kysely, p) =>
      kysely
        .insertInto('channels')
        .values({
          id: p('id'),
          template_id: p('templateId'),
          template_version: p('templateVersion'),
          creator_id: null,
          remote_key: null,
          context_of: p('userId'),
          name: p('name'),
          created: p('now'),
          updated: p('now'),
        })
        .onConflict((conflict) =>
          conflict.column('context_of').where('context_of', 'is not', null).doNothing(),
        )
        .returning('id'),
  );
  const insertGrant = db.prepare<{ id: string; userId: string; clientId: string; now: number }>()(
    (kysely, p) =>
      kysely.insertInto('grants').values({
        channel_id: p('id'),
        grantee_id: p('userId'),
        role: 'user',
        requesting_client_id: p('clientId'),
        expires: null,
        created: p('now'),
      }),
  );

  const moveChannel = prepareMove(db);

  return {
    /**
     * Returns the statements that create the channel. The unit is rolled back when the user already has one.
     */
    contextStatements({ user, template }: NewContext): {
      channel: { id: string; name: string };
      statements: BoundStatement[];
    } {
      const { id: userId, clientId } = user;
      const { name, id: templateId, version: templateVersion } = template;
      const [id, now] = [newId(), clock.now()];
      return {
        channel: { id, name },
        statements: [
          insertChannel.bind({ id, userId, templateId, templateVersion, name, now }, { expectRow: true }),
          insertGrant.bind({ id, userId, clientId, now }),
        ],
      };
    },

    /** Returns the statement that moves a context channel to a newer version of its template. */
    moveContextStatement: (id: string, { id: templateId, version }: VersionedTemplate): BoundStatement =>
      moveChannel.bind({ id, templateId, templateVersion: version, now: clock.now() }, { expectRow: true }),
  };
}

/** Returns a function that returns the id of a user's context channel. */
export function createContextOf(db: Db) {
  const ofUser = db.prepare<{ userId: string }>()((kysely, p) =>
    kysely.selectFrom('channels').select('id').where('context_of', '=', p('userId')),
  );
  return async (userId: string): Promise<string | undefined> => (await ofUser.get({ userId }))?.id;
}

type TemplateAt = { templateId: string; templateVersion: number };

/**
 * Prepares moving a context channel. Its properties stay, so the history continues: this is not a new period.
 * Another server may have moved it before.
 */
function prepareMove(db: Db) {
  return db.prepare<{ id: string; now: number } & TemplateAt>()((kysely, p) =>
    kysely
      .updateTable('channels')
      .set((eb) => ({
        template_version: p('templateVersion'),
        updated: p('now'),
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', p('id'))
      .where('template_id', '=', p('templateId'))
      .where('template_version', '<', p('templateVersion'))
      .returning('id'),
  );
}
