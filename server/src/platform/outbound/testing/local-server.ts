import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMetrics } from '../../metrics.ts';
import { type ManualClock, manualClock } from '../../testing/manual-clock.ts';
import type { Network } from '../addresses.ts';
import { parseNetwork } from '../index.ts';
import { createOutbound, type Outbound, type OutboundRequest } from '../outbound.ts';
import type { Resolve } from '../system-resolver.ts';

export type LocalServer = AsyncDisposable & { readonly port: number; readonly url: string };

/** Starts a real HTTP server on this machine. */
export async function listen(answer: RequestListener, host = '127.0.0.1', port = 0): Promise<LocalServer> {
  const server = createServer(answer).listen(port, host);
  await once(server, 'listening');
  const { port: actual } = server.address() as AddressInfo;
  return {
    port: actual,
    url: `http://${host}:${actual}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Options = { networks?: readonly string[]; ownPorts?: readonly number[]; resolve?: Resolve };

export type Scene = { readonly outbound: Outbound; readonly clock: ManualClock };

/** Creates a client that may reach 127.0.0.1, unless `networks` says otherwise. */
export function newOutbound({ networks = ['127.0.0.1'], ownPorts = [], resolve }: Options = {}): Scene {
  const clock = manualClock();
  const outbound = createOutbound({
    clock,
    metrics: createMetrics(),
    networks: networks.map((text): Network => parseNetwork(text) ?? assert.fail(text)),
    ownPorts,
    ownOrigins: ['https://azulejo.example'],
    ...(resolve ? { resolve } : {}),
  });
  return { outbound, clock };
}

export const get = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  party: 'acme',
  purpose: 'authorize',
  method: 'GET',
  url,
  timeoutMs: 8_000,
  maxBytes: 1_000,
  ...more,
});
