import type { Db } from '../../../database/index.ts';

/** Maximum number of responses that the operator gets in one list. */
const MAX_LISTED = 1_000;

/** Reads responses with their users, newest first; of all applications, or of one. */
export function readSurveyResponses(db: Db, clientId?: string) {
  let query = db.read
    .selectFrom('survey_responses')
    .innerJoin('users', 'users.id', 'survey_responses.user_id')
    .select([
      'survey_responses.created',
      'survey_responses.survey',
      'survey_responses.answers_json',
      'users.id as userId',
      'users.email',
    ]);
  if (clientId !== undefined) query = query.where('users.client_id', '=', clientId);
  return query
    .orderBy('survey_responses.created', 'desc')
    .orderBy('survey_responses.id')
    .limit(MAX_LISTED)
    .execute();
}
