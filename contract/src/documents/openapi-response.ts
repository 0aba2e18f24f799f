import { ErrorBody, type ErrorName, errors } from '../errors.ts';
import { type AnyOperation, possibleErrors } from '../operations.ts';
import { isRead } from './openapi-request.ts';
import { type Components, type JsonSchema, refer } from './openapi-schema.ts';

type Header = { description: string; schema: { type: 'string' | 'integer' } };

export type Reference = { readonly $ref: string };

export type Response = {
  description: string;
  headers?: Record<string, Header>;
  content?: Record<string, object>;
};

const eTag: Record<string, Header> = {
  ETag: { description: 'Revision of the returned resource.', schema: { type: 'string' } },
};

/**
 * Components that the operations of one document share. They are collected while the operations are
 * described.
 */
export type Shared = {
  readonly schemas: Components;
  readonly examples: Map<string, { value: ErrorBody }>;
  /** Error responses, by the names of the errors that share a status in an operation. */
  readonly responses: Map<string, Response>;
};

/**
 * Returns every response of the operation by status: its reply, 303 and 304 where they occur, and its errors.
 */
export function responsesOf(operation: AnyOperation, shared: Shared): Record<string, Response | Reference> {
  const components = shared.schemas;
  if (operation.status === 303) {
    const Location: Header = { description: 'The URL to go to.', schema: { type: 'string' } };
    return {
      '303': { ...replyOf(operation, components), description: 'Redirect.', headers: { Location } },
      ...errorsOf(operation, shared),
    };
  }
  return {
    [operation.status]: replyOf(operation, components),
    ...(operation.whileOpen === undefined
      ? {}
      : {
          [operation.whileOpen]: {
            ...replyOf(operation, components),
            description: 'Accepted, not finished yet.',
          },
        }),
    ...(operation.whenEmpty === undefined
      ? {}
      : { [operation.whenEmpty]: { description: 'There is nothing to return.' } }),
    ...redirectOf(operation),
    ...(isRead(operation) ? { '304': { description: 'The client’s copy is current.', headers: eTag } } : {}),
    ...errorsOf(operation, shared),
  };
}

const DESCRIPTIONS: Readonly<Record<number, string>> = { 201: 'Created.', 202: 'Accepted.' };

function replyOf(operation: AnyOperation, components: Components): Response {
  const schema = refer(operation.reply, components);
  const content: Record<string, object> =
    operation.produces === undefined
      ? {
          'application/json': { schema, example: operation.example.reply },
          ...(operation.streams === undefined ? {} : { [operation.streams]: {} }),
        }
      : { [operation.produces]: {} };
  return {
    description: DESCRIPTIONS[operation.status] ?? 'Success.',
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
    '303': { description: 'When the request has a registered `redirect_uri`.', headers: { Location } },
  };
}

function errorsOf(operation: AnyOperation, shared: Shared): Record<string, Reference> {
  const possible = new Set(possibleErrors(operation));
  // In the order of the table, so that operations with the same errors share a response.
  const names = (Object.keys(errors) as ErrorName[]).filter((name) => possible.has(name));
  const hasOAuthMembers = operation.bindings[0].path.startsWith('/v3/auth/');
  const byStatus = [...Map.groupBy(names, (name) => errors[name].status)];
  return Object.fromEntries(
    byStatus
      .sort(([one], [other]) => one - other)
      .map(([status, ofStatus]) => [status, referRefusal(ofStatus, shared, hasOAuthMembers)]),
  );
}

/** Errors that are sent with `Retry-After`. */
const retriedLater: ReadonlySet<ErrorName> = new Set(['too_many_requests', 'too_many_writes', 'unavailable']);

/**
 * Describes these errors of one status as a shared response and refers to it. Only auth endpoints use RFC
 * 6749 5.2 members.
 */
export function referRefusal(
  names: readonly ErrorName[],
  shared: Shared,
  hasOAuthMembers = false,
): Reference {
  const suffix = hasOAuthMembers && names.some((name) => 'oauth' in errors[name]) ? '.oauth' : '';
  const key = `${names.join('.')}${suffix}`;
  if (!shared.responses.has(key)) {
    const examples = names.map((name) => [name, referExample(name, shared, hasOAuthMembers)] as const);
    shared.responses.set(key, refusal(names, Object.fromEntries(examples), refer(ErrorBody, shared.schemas)));
  }
  return { $ref: `#/components/responses/${key}` };
}

function refusal(
  names: readonly ErrorName[],
  examples: Record<string, Reference>,
  schema: JsonSchema,
): Response {
  const retried = names.some((name) => retriedLater.has(name));
  return {
    description: names.map((name) => `\`${name}\` (${errors[name].code}): ${errors[name].text}`).join('\n\n'),
    headers: {
      'X-Error': { description: 'The `code` of the body.', schema: { type: 'integer' } },
      ...(retried
        ? { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } as const }
        : {}),
    },
    content: { 'application/json': { schema, examples } },
  };
}

function referExample(name: ErrorName, { examples }: Shared, hasOAuthMembers: boolean): Reference {
  const error: { status: number; code: number; text: string; oauth?: string } = errors[name];
  const { code, text, status, oauth } = error;
  const oauthMembers =
    hasOAuthMembers && oauth !== undefined ? { error: oauth, error_description: text } : {};
  const key = 'error' in oauthMembers ? `${name}.oauth` : name;
  examples.set(key, {
    value: {
      code,
      text,
      type: `urn:azulejo:error:${name}`,
      title: text,
      status,
      request_id: 'req-1',
      ...oauthMembers,
    },
  });
  return { $ref: `#/components/examples/${key}` };
}
