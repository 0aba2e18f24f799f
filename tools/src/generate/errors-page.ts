import { type ErrorName, errorHelp, errors } from '@azulejo/contract';

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

\`errors\` lists \`{field, reason}\` for each rejected field. The auth endpoints add \`error\` and \`error_description\` (RFC 6749 5.2). \`detail\` says more about this one error, and \`warnings\` names parameters and members that the operation does not know; a response that succeeds names them in the header \`X-Warnings\`. Which errors an operation can return is in the reference, at \`/docs\` of a server. 429 and 503 have \`Retry-After\` in seconds.

| Code | Status | Name | OAuth | What happened | What to do |
|---|---|---|---|---|---|
`;

/** Returns `docs/errors.md`: every error of the contract, by status and code, with what to do about it. */
export function renderErrorsPage(): string {
  const rows = (Object.keys(errors) as ErrorName[])
    .sort((one, other) => errors[one].status - errors[other].status || errors[one].code - errors[other].code)
    .map(row);
  return `${introduction}${rows.join('\n')}\n`;
}

function row(name: ErrorName): string {
  const error: { status: number; code: number; text: string; oauth?: string } = errors[name];
  const oauth = error.oauth === undefined ? '' : `\`${error.oauth}\``;
  return `| ${error.code} | ${error.status} | \`${name}\` | ${oauth} | ${error.text} | ${errorHelp[name]} |`;
}
