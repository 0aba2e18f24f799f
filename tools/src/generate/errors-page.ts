import { type AnyOperation, type Binding, type ErrorName, errors, possibleErrors } from '@azulejo/contract';

const introduction = `# Errors

Generated from the contract by \`npm run generate\`.

Every error response has this body, and its \`code\` in the header \`X-Error\`:

\`\`\`json
{
  "code": 2100,
  "text": "Not found, or not visible to you.",
  "type": "urn:azulejo:error:not_found",
  "title": "Not found, or not visible to you.",
  "status": 404,
  "request_id": "req-1"
}
\`\`\`

\`errors\` lists \`{field, reason}\` for each rejected field. The auth endpoints add \`error\` and \`error_description\` (RFC 6749 5.2). 429 and 503 have \`Retry-After\` in seconds.

| Code | Status | Name | OAuth | Text | Returned by |
|---|---|---|---|---|---|
`;

/** Returns `docs/errors.md`: every error of the contract, by status and code, with the operations that return it. */
export function renderErrorsPage(operations: readonly AnyOperation[]): string {
  const rows = (Object.keys(errors) as ErrorName[])
    .sort((one, other) => errors[one].status - errors[other].status || errors[one].code - errors[other].code)
    .map((name) => row(name, operations));
  return `${introduction}${rows.join('\n')}\n`;
}

function row(name: ErrorName, operations: readonly AnyOperation[]): string {
  const error: { status: number; code: number; text: string; oauth?: string } = errors[name];
  const oauth = error.oauth === undefined ? '' : `\`${error.oauth}\``;
  return `| ${error.code} | ${error.status} | \`${name}\` | ${oauth} | ${error.text} | ${answeredBy(name, operations)} |`;
}

function answeredBy(name: ErrorName, operations: readonly AnyOperation[]): string {
  const answering = operations.filter((operation) => possibleErrors(operation).includes(name));
  if (answering.length === 0) return 'no operation: other requests, or messages over MQTT';
  const group = groups.find(({ has }) => operations.filter(has).every((one) => answering.includes(one)));
  const others = group ? answering.filter((operation) => !group.has(operation)) : answering;
  return [...(group ? [group.title] : []), ...others.map(({ id }) => `\`${id}\``)].join(', ');
}

/** Groups of operations that are named together if all of them return an error, largest group first. */
const groups: readonly { title: string; has: (operation: AnyOperation) => boolean }[] = [
  { title: 'every operation', has: () => true },
  { title: 'every operation that needs a token', has: ({ access }) => access !== 'public' },
  { title: 'every operation except those that only read', has: ({ bindings }) => bindings.some(isChange) },
  { title: 'every operation with an id in its path', has: ({ params }) => hasMembers(params) },
];

const isChange = ({ method }: Binding): boolean => method !== 'GET';
const hasMembers = ({ properties }: AnyOperation['params']): boolean => Object.keys(properties).length > 0;
