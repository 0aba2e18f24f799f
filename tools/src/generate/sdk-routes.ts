import type { AnyOperation } from '@azulejo/contract';

const header = `// Generated from contract/ by \`npm run generate\`.
import type { Route } from './route.ts';
`;

/**
 * Returns the source of a file of the SDK with the constant `name`: every operation's first binding, by
 * operation id. Operations that only redirect a browser are left out.
 */
export function renderSdkRoutes(name: string, operations: readonly AnyOperation[]): string {
  const called = operations.filter(({ status }) => status !== 303);
  const lines = called.map(renderRoute).join('');
  return `${header}\nexport const ${name} = {\n${lines}} as const satisfies Record<string, Route>;\n`;
}

const inputs = {
  query: 'query',
  list: 'query',
  json: 'json',
  'json-or-form': 'json',
  image: 'image',
} as const;

function renderRoute({ id, access, origin, query, bindings }: AnyOperation): string {
  const [{ method, path, input }] = bindings;
  const members = {
    method,
    path,
    input: inputs[input],
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
