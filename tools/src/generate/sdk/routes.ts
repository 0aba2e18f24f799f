import type { AnyOperation } from '@azulejo/contract';

const header = `// Generated from contract/ by \`npm run generate\`.
import type { Route } from '../route.ts';
`;

/** Returns a file of the SDK with every operation's first binding, by operation id. */
export function renderSdkRoutes(operations: readonly AnyOperation[]): string {
  const lines = operations.map(renderRoute).join('');
  return `${header}\nexport const routes = {\n${lines}} as const satisfies Record<string, Route>;\n`;
}

const inputs = {
  query: 'query',
  list: 'query',
  json: 'json',
  'json-or-form': 'json',
  image: 'image',
} as const;

function renderRoute({ id, access, origin, query, bindings, list, timeoutMs }: AnyOperation): string {
  const [{ method, path, input }] = bindings;
  const members = {
    method,
    path,
    input: inputs[input],
    ...(query ? { query: Object.keys(query.properties) } : {}),
    origin,
    token: access !== 'public',
    ...(list ? { list } : {}),
    ...(timeoutMs ? { timeoutMs } : {}),
  };
  const text = Object.entries(members).map(([name, value]) => `${name}: ${literal(value)}`);
  return `  ${literal(id)}: { ${text.join(', ')} },\n`;
}

type Literal =
  | string
  | boolean
  | number
  | readonly string[]
  | { readonly [name: string]: Literal | undefined };

function literal(value: Literal): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (isList(value)) return `[${value.map(literal).join(', ')}]`;
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${name}: ${literal(member)}`],
  );
  return `{ ${members.join(', ')} }`;
}

const isList = (value: Literal): value is readonly string[] => Array.isArray(value);
