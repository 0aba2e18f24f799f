import { ErrorBody, type ErrorName, errors } from './errors.ts';
import { isRead } from './openapi-request.ts';
import { type Components, refer } from './openapi-schema.ts';
import type { AnyOperation } from './operations.ts';
import { possibleErrors } from './operations.ts';

type Header = { description: string; schema: { type: 'string' | 'integer' } };

export type Response = {
  description: string;
  headers?: Record<string, Header>;
  content?: Record<string, object>;
};

const eTag: Record<string, Header> = {
  ETag: { description: 'Revision of what is answered.', schema: { type: 'string' } },
};

/** Every answer of the operation by status: its reply, 303 and 304 where they occur, and its errors. */
export function responsesOf(operation: AnyOperation, components: Components): Record<string, Response> {
  if (operation.status === 303) {
    const Location: Header = { description: 'Where to go.', schema: { type: 'string' } };
    return {
      '303': { ...replyOf(operation, components), description: 'Elsewhere.', headers: { Location } },
      ...errorsOf(operation, components),
    };
  }
  return {
    [operation.status]: replyOf(operation, components),
    ...(operation.whileOpen === undefined
      ? {}
      : { [operation.whileOpen]: { ...replyOf(operation, components), description: 'Under way.' } }),
    ...redirectOf(operation),
    ...(isRead(operation)
      ? { '304': { description: 'What the client holds is current.', headers: eTag } }
      : {}),
    ...errorsOf(operation, components),
  };
}

function replyOf(operation: AnyOperation, components: Components): Response {
  const schema = refer(operation.reply, components);
  const content =
    operation.produces === undefined
      ? {
          'application/json': { schema, example: operation.example.reply },
          ...(operation.streams === undefined ? {} : { [operation.streams]: {} }),
        }
      : { [operation.produces]: {} };
  return {
    description: operation.status === 201 ? 'Made.' : 'Done.',
    ...(isRead(operation) ? { headers: eTag } : {}),
    content,
  };
}

function redirectOf(operation: AnyOperation): Record<string, Response> {
  if (!('redirect_uri' in operation.input.properties)) return {};
  const Location: Header = {
    description: 'The `redirect_uri` with `code` and `state`, never with tokens.',
    schema: { type: 'string' },
  };
  return {
    '303': { description: 'Where the request named a registered `redirect_uri`.', headers: { Location } },
  };
}

function errorsOf(operation: AnyOperation, components: Components): Record<string, Response> {
  const byStatus = Map.groupBy(possibleErrors(operation), (name) => errors[name].status);
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    statuses.map(([status, names]) => [status, refusal(operation, names, components)]),
  );
}

/** What carries `Retry-After`. */
const retriedLater: ReadonlySet<ErrorName> = new Set(['too_many_requests', 'too_many_writes', 'unavailable']);

function refusal(operation: AnyOperation, names: ErrorName[], components: Components): Response {
  const retried = names.some((name) => retriedLater.has(name));
  return {
    description: names.map((name) => `\`${name}\` (${errors[name].code}): ${errors[name].text}`).join('\n\n'),
    headers: {
      'X-Error': { description: 'The `code` of the body.', schema: { type: 'integer' } },
      ...(retried
        ? { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } as const }
        : {}),
    },
    content: {
      'application/json': {
        schema: refer(ErrorBody, components),
        examples: Object.fromEntries(names.map((name) => [name, { value: errorExample(operation, name) }])),
      },
    },
  };
}

/** RFC 6749 5.2 members stand on the auth endpoints only. */
function errorExample(operation: AnyOperation, name: ErrorName): ErrorBody {
  const error: { status: number; code: number; text: string; oauth?: string } = errors[name];
  const { code, text, status, oauth } = error;
  const isAuthEndpoint = operation.bindings[0].path.startsWith('/v3/auth/');
  return {
    code,
    text,
    type: `urn:azulejo:error:${name}`,
    title: text,
    status,
    request_id: 'req-1',
    ...(isAuthEndpoint && oauth !== undefined ? { error: oauth, error_description: text } : {}),
  };
}
