import { defineTable, integer, text } from '../../define-table.ts';

export const surveysTables = {
  survey_responses: defineTable({
    owner: 'home/surveys',
    deletion: [{ with: 'user', column: 'user_id', rows: 'many' }],
    personalData: { of: 'user', column: 'user_id' },
    columns: {
      user_id: text(),
      id: text(),
      survey: text(),
      answers_json: text(),
      created: integer(),
    },
    key: ['user_id', 'id'],
  }),
};
