import { importCatalogue } from '../../app/catalogue.ts';
import { createInnerServer } from '../../platform/http/server.ts';
import type { Opening, OpenPlatform } from '../open-platform.ts';
import { createPortal, type Portal, type Send } from './client.ts';
import { readJson, toApiError } from './reply.ts';

/** What a command needs of the portal on this machine, where no server may have run or be running. */
export type PortalOpening = Opening & {
  /** Whether it needs the templates of the catalogue, which the first start of a server imports. */
  readonly needsCatalogue?: boolean;
  /** Whether it removes something whose rows a running server would delete in the background. */
  readonly removes?: boolean;
};

/** Opens the portal of this machine to its operator. */
export async function openPortal(
  platform: OpenPlatform,
  { needsCatalogue = false }: PortalOpening,
): Promise<AsyncDisposable & { readonly client: Portal }> {
  if (needsCatalogue) await importCatalogue(platform.features, platform.db);
  const { send, [Symbol.asyncDispose]: close } = await serveOperator(platform);
  return { client: createPortal(send), [Symbol.asyncDispose]: close };
}

/**
 * Serves the portal's operations to the operator of this machine, in this process. Only the function that sends
 * requests leaves it: the HTTP server never listens, so nothing on the network can be the operator.
 */
async function serveOperator({
  list,
  logger,
}: OpenPlatform): Promise<AsyncDisposable & { readonly send: Send }> {
  const app = createInnerServer(logger);
  const failures = new WeakMap<object, unknown>();
  app.addHook('onError', async ({ raw }, _reply, error) => void failures.set(raw, error));
  for (const { portal } of list) portal?.({ app, callers: 'operator' });
  await app.ready();
  return {
    async send({ method, path, body }) {
      const { statusCode, payload, raw } = await app.inject({
        method: method as 'GET',
        url: path,
        ...(body !== undefined && { headers: { 'content-type': 'application/json' }, payload: body }),
      });
      const reply = readJson(payload);
      if (statusCode < 300) return reply;
      // A reply does not say to the network why the platform failed, which the operator has to know.
      const failure = failures.get(raw.req) ?? new Error(`${method} ${path} failed with ${statusCode}`);
      throw (statusCode < 500 && toApiError(reply)) || failure;
    },
    [Symbol.asyncDispose]: () => app.close(),
  };
}
