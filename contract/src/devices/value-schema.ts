import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id } from '../text.ts';

export const schemas = {
  get: operation({
    id: 'schemas.get',
    summary: 'Get the JSON Schema of a property’s values',
    description: 'JSON Schema, draft 2020-12. A property’s `schemaExtension` narrows it.',
    spec: '2.4',
    origin: 'ontology',
    access: 'public',
    bindings: [{ method: 'GET', path: '/schemas/v1/{schema_name}', input: 'query' }],
    params: Type.Object({ schema_name: Id('Schema name, e.g. `on-off`.') }),
    input: Empty,
    reply: Type.Record(Type.String(), Type.Unknown(), { title: 'JsonSchema' }),
    status: 200,
    errors: ['not_found', 'precondition_failed'],
    example: {
      input: { schema_name: 'on-off' },
      reply: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: 'http://127.0.0.1:8480/schemas/v1/on-off',
        title: 'On or off',
        type: 'boolean',
      },
    },
  }),
};
