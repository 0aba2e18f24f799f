import {
  type AnyOperation,
  type Binding,
  type FieldError,
  type InputOf,
  isStorableText,
  type Operation,
  type ReplyOf,
} from '@azulejo/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type TObject, type TSchema, Type } from 'typebox';
import { Problem } from '../problem.ts';
import type { Reply } from './replies.ts';
import { toRoutePath } from './route-paths.ts';
import { sendReply } from './send-reply.ts';
import { unknownNames } from './unknown-names.ts';
import { type InputValidator, inputValidator } from './validation.ts';

/** One call of an operation: its validated input and its caller. */
export type Call<Input, Context> = {
  readonly input: Input;
  readonly context: Context;
  readonly request: FastifyRequest;
};

export type Handler<Op, Context> = (call: Call<InputOf<Op>, Context>) => Promise<Reply<ReplyOf<Op>>>;

/** One handler for each operation of a resource. */
export type Handlers<Resource, Context> = {
  readonly [Name in keyof Resource]: Handler<Resource[Name], Context>;
};

/** Returns on whose behalf the call is made. Throws a Problem when it is not allowed. */
export type Authorize<Context> = (
  operation: AnyOperation,
  request: FastifyRequest,
  input: Record<string, unknown>,
) => Promise<Context>;

type AnyHandler<Context> = Handler<Operation<TObject, TObject, TSchema>, Context>;

const NO_MEMBERS = Type.Object({});

/** Registers every binding of every operation of `resource`. */
export function registerOperations<Resource extends Readonly<Record<string, unknown>>, Context>(
  app: FastifyInstance,
  resource: Resource,
  handlers: Handlers<Resource, Context>,
  authorize: Authorize<Context>,
): void {
  for (const [name, value] of Object.entries(resource)) {
    const operation = value as AnyOperation;
    const handler = handlers[name] as unknown as AnyHandler<Context>;
    const validate = {
      input: inputValidator(operation.input),
      query: inputValidator(operation.query ?? NO_MEMBERS),
      queryNames: Object.keys(operation.query?.properties ?? {}),
      inputNames: Object.keys(operation.input.properties),
    };
    for (const binding of operation.bindings) {
      const serve = async (request: FastifyRequest, reply: FastifyReply, context: Context | undefined) => {
        const input = readInput(request, binding, validate);
        const answer = await handler({
          input,
          context: context ?? (await authorize(operation, request, input)),
          request,
        });
        return sendReply(request, reply, operation, answer);
      };
      if (binding.input === 'image') registerImageRoute(app, operation, binding, authorize, serve);
      else {
        app.route({
          method: binding.method,
          url: toRoutePath(binding.path),
          config: { accepts: acceptedBy(binding) },
          ...(operation.bodyLimit === undefined ? {} : { bodyLimit: operation.bodyLimit }),
          handler: (request, reply) => serve(request, reply, undefined),
        });
      }
    }
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The content types of bodies that the operation accepts. */
    accepts?: readonly string[];
  }
  interface FastifyRequest {
    /** Parameters and members that the operation does not know. */
    warnings: readonly FieldError[] | undefined;
  }
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const ACCEPTED: Readonly<Record<Binding['input'], readonly string[]>> = {
  query: [],
  list: [],
  json: [JSON_TYPE],
  'json-or-form': [JSON_TYPE, FORM_TYPE],
  image: ['image/png', 'image/jpeg', 'image/webp'],
};
const acceptedBy = ({ input }: Binding): readonly string[] => ACCEPTED[input];

const IMAGE_LIMIT = 5 * 1024 * 1024;

/** Registers an upload. Authorization runs before the first byte of the image is read. */
function registerImageRoute<Context>(
  app: FastifyInstance,
  operation: AnyOperation,
  binding: Binding,
  authorize: Authorize<Context>,
  serve: (
    request: FastifyRequest,
    reply: FastifyReply,
    context: Context | undefined,
  ) => Promise<FastifyReply>,
): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(/^image\/(png|jpeg|webp)$/, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: binding.method,
      url: toRoutePath(binding.path),
      config: { accepts: acceptedBy(binding) },
      bodyLimit: IMAGE_LIMIT,
      onRequest: async (request) => {
        contexts.set(request, await authorize(operation, request, {}));
      },
      handler: (request, reply) => serve(request, reply, contexts.get(request)),
    });
    done();
  });
}

/** `query` validates the members that are sent in the query in addition to a body. */
type Validators = {
  readonly input: InputValidator;
  readonly query: InputValidator;
  readonly queryNames: readonly string[];
  readonly inputNames: readonly string[];
};

function readInput(request: FastifyRequest, binding: Binding, validate: Validators): Record<string, unknown> {
  const params = request.params as Record<string, string>;
  // Text that cannot be stored cannot be an id; PostgreSQL would reject a query for it.
  if (!Object.values(params).every(isStorableText)) throw new Problem('not_found');
  // The handler of a list parses the query itself (`list-query.ts`).
  if (binding.input === 'list') return { ...params };
  if (binding.input === 'image') {
    request.warnings = unknownNames(request.query as Record<string, unknown>, Object.keys(params));
    return { ...params };
  }
  if (binding.input === 'query') {
    const query = onceEach(request.query as Record<string, unknown>);
    request.warnings = unknownNames(query, [...validate.inputNames, ...Object.keys(params)]);
    validate.input(query, 'text');
    return { ...query, ...params };
  }
  const contentType = request.headers['content-type'];
  // Fastify parses plain text by default, but no operation accepts it.
  if (contentType?.startsWith('text/plain')) throw new Problem('unsupported_media_type');
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new Problem('malformed_body', { detail: 'The body must be a JSON object.' });
  }
  const isForm = contentType?.startsWith('application/x-www-form-urlencoded') ?? false;
  if (isForm && binding.input !== 'json-or-form') throw new Problem('unsupported_media_type');
  const members = isForm
    ? onceEach(body as Record<string, unknown>)
    : { ...(body as Record<string, unknown>) };
  const query = onceEach(request.query as Record<string, unknown>);
  const known = [...validate.inputNames, ...validate.queryNames, ...Object.keys(params)];
  request.warnings = [...unknownNames(query, known), ...unknownNames(members, known)];
  validate.input(members, isForm ? 'text' : 'json');
  if (validate.queryNames.length === 0) return { ...members, ...params };
  validate.query(query, 'text');
  // A query member found in the body is unvalidated, so only the value from the query is used.
  const fromQuery = validate.queryNames.map((name) => [name, query[name]] as const);
  return { ...members, ...Object.fromEntries(fromQuery), ...params };
}

/** Throws `invalid_request` when a parameter is repeated (RFC 6749 3.2). */
function onceEach(members: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(members)) {
    if (Array.isArray(value)) {
      throw new Problem('invalid_request', {
        fields: [{ field: name, reason: 'must not be repeated' }],
      });
    }
  }
  return { ...members };
}
