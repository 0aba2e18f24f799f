import type { QueryClient } from '@tanstack/react-query';
import { createQueries } from '../design/queries.ts';
import { browserNetwork, createPortalConnection, type PortalConnection } from './session/portal.ts';

/** Contains everything on the page that holds state outside components. */
export type Stores = {
  readonly queries: QueryClient;
  readonly connection: PortalConnection;
};

/** Creates the stores of the page. Tests pass a network of their own. */
export const createStores = (network = browserNetwork): Stores => ({
  queries: createQueries(),
  connection: createPortalConnection(network),
});
