import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import { Empty, Id, Text } from './text.ts';

const user_id = Id('`me`, `self` or a user id.');

const Answer = Type.Object({
  id: Text({ minLength: 1, maxLength: 200, description: 'Names the question.' }),
  answer: Type.Array(Text({ maxLength: 4000 }), { maxItems: 50 }),
});
export type SurveyAnswer = Static<typeof Answer>;

export const surveys = {
  respond: operation({
    id: 'surveys.respond',
    summary: 'Give feedback',
    description:
      'What a person answers to an app’s questions, for the operator to read. The newest 100 are kept.',
    origin: 'base',
    access: 'user-resource',
    bindings: [{ method: 'POST', path: '/v3/legacy/users/{user_id}/survey-responses', input: 'json' }],
    params: Type.Object({ user_id }),
    input: Type.Object({
      id: Text({ minLength: 1, maxLength: 200, description: 'Names the survey.' }),
      answers: Type.Optional(Type.Array(Answer, { maxItems: 50 })),
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
  { tags: Type.Array(Type.String(), { description: 'Empty: the platform sends no push notifications.' }) },
  { title: 'TagList' },
);
export type TagList = Static<typeof TagList>;

export const tags = {
  list: operation({
    id: 'tags.list',
    summary: 'List the tags under which a phone registers for push notifications',
    description: 'Known apps register nothing when there is none.',
    origin: 'base',
    access: 'user-resource',
    bindings: [{ method: 'GET', path: '/v3/legacy/users/{user_id}/tags', input: 'query' }],
    params: Type.Object({ user_id }),
    input: Empty,
    reply: TagList,
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: { tags: [] } },
  }),
};
