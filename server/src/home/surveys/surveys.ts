import type { SurveyAnswer } from '@azulejo/contract';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';
import { readSurveyResponses } from './read-models/survey-responses.ts';

/** Maximum number of responses per user; only the newest are kept. */
const MAX_RESPONSES = 100;

export type SurveyResponse = { survey: string; answers: readonly SurveyAnswer[] };

export type Surveys = ReturnType<typeof createSurveys>;

/** Stores users' responses to surveys in an app. */
export function createSurveys({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** Adds a response, and deletes the user's oldest ones above the limit. */
    add: (userId: string, { survey, answers }: SurveyResponse): Promise<void> =>
      db.write(async (tx) => {
        const given = answers.map(({ id, answer }) => ({ id, answer }));
        const row = {
          user_id: userId,
          id: newId(),
          survey,
          answers_json: JSON.stringify(given),
          created: clock.now(),
        };
        await tx.insertInto('survey_responses').values(row).execute();
        const beyond = await tx
          .selectFrom('survey_responses')
          .select('id')
          .where('user_id', '=', userId)
          .orderBy('created', 'desc')
          .orderBy('id')
          .offset(MAX_RESPONSES)
          .limit(MAX_RESPONSES)
          .execute();
        for (const { id } of beyond)
          await tx
            .deleteFrom('survey_responses')
            .where('user_id', '=', userId)
            .where('id', '=', id)
            .execute();
      }),

    /** Returns responses with their users, newest first. */
    async list(clientId?: string) {
      const rows = await readSurveyResponses(db, clientId);
      return rows.map(({ answers_json, ...row }) => ({
        ...row,
        answers: JSON.parse(answers_json) as SurveyAnswer[],
      }));
    },
  };
}
