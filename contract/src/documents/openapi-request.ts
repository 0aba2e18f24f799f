import type { Binding } from '../operation.ts';
import type { AnyOperation } from '../operations.ts';
import { type Components, type JsonSchema, refer } from './openapi-schema.ts';

type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};

/**
 * Returns whether the operation only reads. Its responses then have an `ETag`, and requests may use
 * `If-None-Match`.
 */
export function isRead(operation: AnyOperation): boolean {
  return operation.bindings.every(({ method }) => method === 'GET');
}

const isQuery = ({ input }: Binding): boolean => input === 'query' || input === 'list';

/**
 * Returns all parameters outside the body: path, query, and the revision headers that the operation supports.
 */
export function parametersOf(operation: AnyOperation, binding: Binding, components: Components): Parameter[] {
  const { params, input } = operation;
  const query = [
    ...(isQuery(binding) ? membersOf(input, 'query', operation, components) : []),
    ...(operation.query ? membersOf(operation.query, 'query', operation, components) : []),
  ];
  return [...membersOf(params, 'path', operation, components), ...query, ...revisionHeaders(operation)];
}

function membersOf(
  members: AnyOperation['input'],
  place: 'path' | 'query',
  operation: AnyOperation,
  components: Components,
): Parameter[] {
  const required: readonly string[] = members.required ?? [];
  return Object.entries(members.properties).map(([name, member]) => {
    const { description, ...schema } = member as JsonSchema;
    const example = exampleInput(operation)[name];
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(typeof description === 'string' ? { description } : {}),
      schema: refer(schema, components),
      ...(example === undefined ? {} : { example }),
    };
  });
}

function revisionHeaders(operation: AnyOperation): Parameter[] {
  const header = (name: string, description: string): Parameter => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  const read = isRead(operation)
    ? [header('If-None-Match', 'The `ETag` of the client’s copy: the response is 304 while it is current.')]
    : [];
  const change = operation.errors.includes('precondition_failed')
    ? [header('If-Match', 'The `ETag` that the change is based on: 412 when it is not current.')]
    : [];
  return [...read, ...change];
}

function exampleInput(operation: AnyOperation): Record<string, unknown> {
  return operation.example.input as Record<string, unknown>;
}

/** Returns the example without the members of the path and the query. */
function exampleBody(operation: AnyOperation): Record<string, unknown> {
  const members = operation.input.properties;
  const entries = Object.entries(exampleInput(operation)).filter(([name]) => Object.hasOwn(members, name));
  return Object.fromEntries(entries);
}

const imageTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** Returns the body by media type, or undefined when the binding has no body. */
export function requestBodyOf(
  operation: AnyOperation,
  binding: Binding,
  components: Components,
): object | undefined {
  if (isQuery(binding)) return undefined;
  if (binding.input === 'image') {
    return { required: true, content: Object.fromEntries(imageTypes.map((type) => [type, {}])) };
  }
  const media = { schema: refer(operation.input, components), example: exampleBody(operation) };
  const form = binding.input === 'json-or-form' ? { 'application/x-www-form-urlencoded': media } : {};
  return { required: true, content: { 'application/json': media, ...form } };
}
