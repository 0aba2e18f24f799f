import { readdirSync } from 'node:fs';
import { type AnyOperation, type Binding, operations, portalOperations } from '@azulejo/contract';

/** A row of the matrix: one route of the platform. */
export type Row =
  | { kind: 'operation'; method: string; path: string; operation: AnyOperation; binding: Binding }
  | { kind: 'refused-method'; method: string; path: string }
  | { kind: 'open'; method: string; path: string; example: string; status: number };

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;

/** Routes outside the contract, whose response is the same for every caller. A new one must be added here. */
const openRoutes: Record<string, { example: string; status: number; methods?: readonly string[] }> = {
  '/': { example: '/', status: 200 },
  '/healthz': { example: '/healthz', status: 200 },
  '/readyz': { example: '/readyz', status: 200 },
  '/metrics': { example: '/metrics', status: 200 },
  '/openapi.json': { example: '/openapi.json', status: 200 },
  '/asyncapi.json': { example: '/asyncapi.json', status: 200 },
  '/docs/live': { example: '/docs/live', status: 200 },
  '/docs': { example: '/docs', status: 301 },
  '/docs/guides': { example: '/docs/guides', status: 200 },
  '/docs/guides/:name': { example: '/docs/guides/mqtt-devices', status: 200 },
  '/docs/*': { example: '/docs/', status: 200 },
  '/ca.pem': { example: '/ca.pem', status: 200 },
  '/widgets/:uuid/archive': { example: '/widgets/c1a3e0f4-6a57-4d0b-8a43-2f4f6d6c9b70/archive', status: 200 },
  '/worker-editor-v3': { example: '/worker-editor-v3/', status: 200 },
  '/worker-editor-v3/editor.js': { example: '/worker-editor-v3/editor.js', status: 200 },
  '/worker-editor-v3/editor.css': { example: '/worker-editor-v3/editor.css', status: 200 },
  '/images/:name': { example: '/images/user.png', status: 200 },
  '/images/thumbnails/:name': { example: '/images/thumbnails/switch.png', status: 200 },
  '/uploads/:name': { example: '/uploads/{upload}', status: 200 },
  // Access needs the link in a mail; the example has none.
  '/devices': { example: '/devices?search=bulb', status: 200 },
  '/devices/:template_id': { example: '/devices/25f85b52-885c-5108-a9d2-c7fce0ad00ca', status: 200 },
  // Access needs a ticket; the example has none.
  '/download-my-data': { example: '/download-my-data', status: 410, methods: ['POST'] },
  '/confirm-email': { example: '/confirm-email', status: 410, methods: ['GET', 'HEAD', 'POST'] },
  '/reset-password': { example: '/reset-password', status: 410, methods: ['GET', 'HEAD', 'POST'] },
  // Access needs a pairing ticket; the example has none.
  '/v3/channel-templates/:template_id/authorization-page': {
    example: '/v3/channel-templates/any/authorization-page',
    status: 410,
    methods: ['GET', 'HEAD', 'POST'],
  },
  // Access needs the cookie and the state of a pairing; the example has none.
  '/v3/third-party/credentials/inbox': { example: '/v3/third-party/credentials/inbox', status: 410 },
  '/v3/channel-templates/:template_id/retrieve-devices-list': {
    example: '/v3/channel-templates/any/retrieve-devices-list',
    status: 200,
  },
};

/** Pages, which are served for any rest of their path, and their files. */
const pageRoutes = ['/home', '/home/*', '/portal', '/portal/*'];
for (const path of pageRoutes) openRoutes[path] = { example: path.replace('*', 'any'), status: 200 };
for (const path of ['/home/manifest.webmanifest', '/home/service-worker.js'])
  openRoutes[path] = { example: path, status: 200 };
openRoutes['/web/fonts/figtree.woff2'] = { example: '/web/fonts/figtree.woff2', status: 200 };
openRoutes['/web/icons/:name'] = { example: '/web/icons/mark.svg', status: 200 };
openRoutes['/web/screenshots/:name'] = { example: '/web/screenshots/device-narrow.webp', status: 200 };
const [asset = ''] = readdirSync(new URL('../../server/web/assets/', import.meta.url));
openRoutes['/web/assets/:name'] = { example: `/web/assets/${asset}`, status: 200 };

const toRoute = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

function operationRows(all: readonly AnyOperation[]): Row[] {
  return all.flatMap((operation) =>
    operation.bindings.flatMap((binding): Row[] => {
      const path = toRoute(binding.path);
      const row = { kind: 'operation' as const, path, operation, binding };
      // RFC 9110 9.3.2: HEAD is GET without the body.
      return binding.method === 'GET'
        ? [
            { ...row, method: 'GET' },
            { ...row, method: 'HEAD' },
          ]
        : [{ ...row, method: binding.method }];
    }),
  );
}

function refusedRows(taken: readonly Row[]): Row[] {
  return [...Map.groupBy(taken, (row) => row.path)].flatMap(([path, rows]): Row[] => {
    const methods = new Set(rows.map((row) => row.method));
    return METHODS.filter((method) => !methods.has(method)).map((method) => ({
      kind: 'refused-method',
      method,
      path,
    }));
  });
}

const openRows = Object.entries(openRoutes).flatMap(
  ([path, { example, status, methods = ['GET', 'HEAD'] }]) =>
    methods.map((method): Row => ({ kind: 'open', method, path, example, status })),
);

const taken = operationRows(operations);

/** The whole matrix, made from the contract's operations and the table above. */
export const rows: readonly Row[] = [...taken, ...refusedRows(taken), ...openRows];

const ofPortal = operationRows(portalOperations);
const nameOf = ({ method, path }: Row) => `${method} ${path}`;

/**
 * The routes that the server must have, as `METHOD path`. Those of the portal are called with a cookie:
 * test/portal/authorization.long-test.ts covers them.
 */
export const requiredRoutes: readonly string[] = [...taken, ...openRows, ...ofPortal].map(nameOf);

/** A refused method has a route only where a route with a parameter or a wildcard would take it. */
export const possibleRoutes: readonly string[] = [...refusedRows(taken), ...refusedRows(ofPortal)].map(
  nameOf,
);

/** Returns `METHOD path` of each route of the server, parsed from the tree that Fastify prints. */
export function routesOf(tree: string): string[] {
  const stack: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const match = /^([│ ]*)[├└]── (\S+)(?: \(([^)]*)\))?$/u.exec(line);
    if (!match) return [];
    const [, indent = '', segment = '', methods = ''] = match;
    const depth = indent.length / 4;
    stack.length = depth;
    // The tree omits the slash before a wildcard.
    stack[depth] = segment === '*' ? '/*' : segment;
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${stack.join('')}`);
  });
}
