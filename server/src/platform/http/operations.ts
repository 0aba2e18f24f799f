import {
  type Access,
  type AccessOf,
  type AnyOperation,
  type Binding,
  type FieldError,
  type InputOf,
  isStorableText,
  MAX_IMAGE_BYTES,
  type Operation,
  type ReplyOf,
} from '@azulejo/contract';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { ApiError } from '../api-error.ts';
import { FORM_TYPE } from './form-fields.ts';
import { createReadInput } from './read-input.ts';
import type { Reply } from './replies.ts';
import { toRoutePath } from './route-paths.ts';
import { sendReply } from './send-reply.ts';
import { compileLargeSchemas } from './validation.ts';

/** One call of an operation: its validated input and its caller. */
export type Call<Input, Context> = {
  readonly input: Input;
  readonly context: Context;
  readonly request: FastifyRequest;
};

export type Handler<Op, Context> = (call: Call<InputOf<Op>, Context>) => Promise<Reply<ReplyOf<Op>>>;

/** What handlers know of their caller, by the access of their operation: what its authorization found. */
type Contexts = { readonly [Needs in Access]?: unknown };

/** One handler for each operation of a resource. */
export type Handlers<Resource, ByAccess extends Contexts> = {
  readonly [Name in keyof Resource]: Handler<Resource[Name], ByAccess[AccessOf<Resource[Name]>]>;
};

/**
 * Returns on whose behalf the call is made. Throws an ApiError when it is not allowed. It knows only the head of
 * the request: neither the query nor the body was read, so that a caller without access causes no work that
 * depends on their size.
 */
export type Authorize<Context> = (operation: AnyOperation, request: FastifyRequest) => Promise<Context>;

type AnyHandler<Context> = Handler<Operation<TObject, TObject, TSchema>, Context>;

/** Registers every binding of every operation of `resource`. */
export function registerOperations<
  Resource extends Readonly<Record<string, unknown>>,
  ByAccess extends Contexts,
>(
  app: FastifyInstance,
  resource: Resource,
  handlers: Handlers<Resource, ByAccess>,
  authorize: Authorize<ByAccess[keyof ByAccess]>,
): void {
  for (const [name, value] of Object.entries(resource)) {
    const operation = value as AnyOperation;
    const handler = handlers[name] as unknown as AnyHandler<unknown>;
    const readInput = createReadInput(operation);
    for (const binding of operation.bindings) {
      const route: RouteOptions = {
        method: binding.method,
        url: toRoutePath(binding.path),
        config: { accepts: ACCEPTED[binding.input], operation: operation.id },
        ...(operation.bodyLimit === undefined ? {} : { bodyLimit: operation.bodyLimit }),
        onRequest: async (request) => {
          requireStorableIds(request);
          request.callContext = await authorize(operation, request);
        },
        handler: async (request, reply) => {
          if (readInput.isLarge) await compileLargeSchemas();
          const input = readInput(request, binding);
          const answer = await handler({ input, context: request.callContext, request });
          return sendReply(request, reply, operation, answer);
        },
      };
      if (binding.input === 'image') registerImageRoute(app, route);
      else app.route(route);
    }
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The content types of bodies that the operation accepts. */
    accepts?: readonly string[];
    /** The id of the operation that the route serves. */
    operation?: string;
  }
  interface FastifyRequest {
    /** What the authorization of the operation found. */
    callContext: unknown;
    /** Parameters and members that the operation does not know. */
    warnings: readonly FieldError[] | undefined;
  }
}

const JSON_TYPE = 'application/json';
const ACCEPTED: Readonly<Record<Binding['input'], readonly string[]>> = {
  query: [],
  list: [],
  json: [JSON_TYPE],
  'json-or-form': [JSON_TYPE, FORM_TYPE],
  image: ['image/png', 'image/jpeg', 'image/webp'],
};

/** Registers an upload, whose body is read as it is. */
function registerImageRoute(app: FastifyInstance, route: RouteOptions): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(/^image\/(png|jpeg|webp)$/, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({ ...route, bodyLimit: MAX_IMAGE_BYTES });
    done();
  });
}

/** Throws `not_found` for an id that no database can store; PostgreSQL would reject a query for it. */
function requireStorableIds({ params }: FastifyRequest): void {
  if (!Object.values(params as Record<string, string>).every(isStorableText)) throw new ApiError('not_found');
}
