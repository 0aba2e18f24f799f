import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Text, user_id } from '../text.ts';

const Answer = Type.Object({
  id: Text({ minLength: 1, maxLength: 200, description: 'Question id.' }),
  answer: Type.Array(Text({ maxLength: 4000 }), {
    description: 'The chosen or entered texts.',
    maxItems: 50,
  }),
});
export type SurveyAnswer = Static<typeof Answer>;

export const surveys = {
  respond: operation({
    id: 'surveys.respond',
    summary: 'Give feedback',
    description:
      'Stores a user’s answers to an app’s questions, for the operator to read. The newest 100 are kept.',
    origin: 'base',
    access: 'user-resource',
    needs: 'account',
    bindings: [{ method: 'POST', path: '/v3/legacy/users/{user_id}/survey-responses', input: 'json' }],
    params: Type.Object({ user_id }),
    input: Type.Object({
      id: Text({ minLength: 1, maxLength: 200, description: 'Survey id.' }),
      answers: Type.Optional(
        Type.Array(Answer, { description: 'The answers, one element for each question.', maxItems: 50 }),
      ),
    }),
    reply: Empty,
    status: 201,
    errors: ['no_user', 'not_found'],
    example: {
      input: {
        user_id: 'me',
        id: 'general-survey-201602',
        answers: [{ id: 'when-use-muzzley-option', answer: ['more features'] }],
      },
      reply: {},
    },
  }),
};

export const TagList = Type.Object(
  {
    tags: Type.Array(Type.String(), {
      description:
        'One for the iOS app, which begins to report where it is when it has one; for other apps, if the operator has a notification hub (`PHONE_HUB`).',
    }),
  },
  { title: 'TagList' },
);
export type TagList = Static<typeof TagList>;

export const tags = {
  list: operation({
    id: 'tags.list',
    summary: 'List the tags under which a phone registers for push notifications',
    description: 'Known apps do not register when the list is empty. Depends on the `User-Agent`.',
    origin: 'base',
    access: 'user-resource',
    needs: 'account',
    bindings: [{ method: 'GET', path: '/v3/legacy/users/{user_id}/tags', input: 'query' }],
    params: Type.Object({ user_id }),
    input: Empty,
    reply: TagList,
    list: { items: 'tags' },
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: { tags: [] } },
  }),
};
