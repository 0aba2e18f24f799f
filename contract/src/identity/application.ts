import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';

const params = Type.Object({ application_id: Id('The application’s own `client_id`.') });
const path = '/v3/applications/{application_id}';
const id = '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11';
const confirmation_hash = 'kP1sXo2u7wQz5Lr8Vb3Nc6Jh9Gd4Fa0TyEiUmRkS';

const MAX_ACTIONS = 20;

export const ApplicationDocument = Type.Object(
  {
    id: Type.String({ description: 'The `client_id` of the application.' }),
    href: Type.String({ description: 'Path of this record.' }),
    name: Type.String({ description: 'Name of the application.' }),
    confirmation_hash: Type.String({
      description:
        'Identifies calls of the platform, which send it as `Authorization: Bearer …`. It changes with the addresses in `quote_actions`.',
    }),
    quote_actions: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'The stored addresses, by name.' }),
    ),
  },
  { title: 'ApplicationDocument', description: 'The record of an application manager, for itself.' },
);
export type ApplicationDocument = Static<typeof ApplicationDocument>;

export const ApplicationUpdate = Type.Object(
  {
    n_updated: Type.Integer({ description: 'Always 1.' }),
    confirmation_hash: Type.String({ description: 'The hash that is valid now.' }),
    href: Type.String({ description: 'Path of the record.' }),
  },
  { title: 'ApplicationUpdate' },
);
export type ApplicationUpdate = Static<typeof ApplicationUpdate>;

const quoteActions = Type.Record(
  Type.String(),
  Text({ minLength: 1, maxLength: 2000, description: 'An https URL.' }),
  { maxProperties: MAX_ACTIONS },
);

export const applications = {
  get: operation({
    id: 'applications.get',
    summary: 'Get an application',
    description: 'An application reads its own record; every other one is `not_found`.',
    origin: 'base',
    access: 'application',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params,
    input: Empty,
    reply: ApplicationDocument,
    status: 200,
    errors: ['not_found'],
    example: {
      input: { application_id: id },
      reply: { id, href: `/v3/applications/${id}`, name: 'Casa Azul', confirmation_hash },
    },
  }),
  update: operation({
    id: 'applications.update',
    summary: 'Set the addresses of an application',
    description:
      'Stores where the application answers questions about quotes, so that application managers start. The platform has no quotes and calls none of these addresses. Every address must be an https URL at a public host, unless the operator allows its network. When one changes, so does `confirmation_hash`.',
    origin: 'base',
    access: 'application',
    bindings: [{ method: 'PATCH', path, input: 'json' }],
    params,
    input: Type.Object({
      quote_actions: Type.Optional(
        Type.Union([quoteActions, Type.Null()], {
          description: `Addresses by name, at most ${MAX_ACTIONS}; they replace those before. Null removes them.`,
        }),
      ),
    }),
    reply: ApplicationUpdate,
    status: 200,
    errors: ['not_found'],
    example: {
      input: {
        application_id: id,
        quote_actions: { simulate: 'https://energy.example/v3/quote-simulate' },
      },
      reply: { n_updated: 1, confirmation_hash, href: `/v3/applications/${id}` },
    },
  }),
};
