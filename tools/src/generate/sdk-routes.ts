import type { AnyOperation } from '@azulejo/contract';

const header = `// Generated from contract/ by \`npm run generate\`.
import type { Route } from './route.ts';

export const routes = {
`;

/** The source of `sdk/src/routes.generated.ts`: every operation by id, called by its first binding. */
export function renderSdkRoutes(operations: readonly AnyOperation[]): string {
  return `${header}${operations.map(renderRoute).join('')}} as const satisfies Record<string, Route>;\n`;
}

function renderRoute({ id, access, origin, query, bindings }: AnyOperation): string {
  const [{ method, path, input }] = bindings;
  const members = {
    method,
    path,
    input: input === 'json-or-form' ? 'json' : input,
    ...(query ? { query: Object.keys(query.properties) } : {}),
    origin,
    token: access !== 'public',
  };
  const text = Object.entries(members).map(([name, value]) => `${name}: ${literal(value)}`);
  return `  ${literal(id)}: { ${text.join(', ')} },\n`;
}

function literal(value: string | boolean | readonly string[]): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return typeof value === 'boolean' ? String(value) : `[${value.map(literal).join(', ')}]`;
}
