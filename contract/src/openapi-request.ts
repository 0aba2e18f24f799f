import { type Components, type JsonSchema, refer } from './openapi-schema.ts';
import type { Binding } from './operation.ts';
import type { AnyOperation } from './operations.ts';

type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};

/** Whether the binding only reads: its answers carry an `ETag` and may be asked for again by it. */
export function isRead(operation: AnyOperation): boolean {
  return operation.bindings.every(({ method }) => method === 'GET');
}

const isQuery = ({ input }: Binding): boolean => input === 'query' || input === 'list';

/** Everything outside the body: path, query, and the revision headers where the operation honours them. */
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
    ? [header('If-None-Match', 'An `ETag` already held: the answer is 304 while it is current.')]
    : [];
  const change = operation.errors.includes('precondition_failed')
    ? [header('If-Match', 'The `ETag` that the change is meant for: 412 when it is not current.')]
    : [];
  return [...read, ...change];
}

function exampleInput(operation: AnyOperation): Record<string, unknown> {
  return operation.example.input as Record<string, unknown>;
}

/** Without the members that stand in the path or the query. */
function exampleBody(operation: AnyOperation): Record<string, unknown> {
  const members = operation.input.properties;
  const entries = Object.entries(exampleInput(operation)).filter(([name]) => Object.hasOwn(members, name));
  return Object.fromEntries(entries);
}

const imageTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** The body by media type, or undefined where the binding has none. */
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
