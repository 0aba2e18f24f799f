import { type AnyOperation, type Binding, type ErrorName, errors, possibleErrors } from '@azulejo/contract';

const introduction = `# Errors

Generated from the contract by \`npm run generate\`.

Every refusal has this body, and its \`code\` in the header \`X-Error\`:

\`\`\`json
{
  "code": 2100,
  "text": "There is no such thing, or it is not visible to you.",
  "type": "urn:azulejo:error:not_found",
  "title": "There is no such thing, or it is not visible to you.",
  "status": 404,
  "request_id": "req-1"
}
\`\`\`

\`errors\` beside them lists \`{field, reason}\` where single fields were refused. The auth endpoints add \`error\` and \`error_description\` (RFC 6749 5.2). 429 and 503 carry \`Retry-After\` in seconds.

| Code | Status | Name | OAuth | Text | Answered by |
|---|---|---|---|---|---|
`;

/** `docs/errors.md`: every error of the contract, by status and code, with the operations that answer it. */
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
  if (answering.length === 0) return 'any request, before an operation is reached';
  const group = groups.find(({ has }) => operations.filter(has).every((one) => answering.includes(one)));
  const others = group ? answering.filter((operation) => !group.has(operation)) : answering;
  return [...(group ? [group.title] : []), ...others.map(({ id }) => `\`${id}\``)].join(', ');
}

/** Operations that are named together where all of them answer an error, the largest group first. */
const groups: readonly { title: string; has: (operation: AnyOperation) => boolean }[] = [
  { title: 'every operation', has: () => true },
  { title: 'every operation that needs a token', has: ({ access }) => access !== 'public' },
  { title: 'every operation but those that only read', has: ({ bindings }) => bindings.some(isChange) },
  { title: 'every operation with an id in its path', has: ({ params }) => hasMembers(params) },
];

const isChange = ({ method }: Binding): boolean => method !== 'GET';
const hasMembers = ({ properties }: AnyOperation['params']): boolean => Object.keys(properties).length > 0;
