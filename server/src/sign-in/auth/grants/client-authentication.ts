import type { Audit } from '../../../core/audit/index.ts';
import type { Applications, Client } from '../../../identity/applications/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { SignInLimits } from '../../../platform/sign-in-limits.ts';

type Dependencies = { applications: Applications; limits: SignInLimits; audit: Audit; metrics: Metrics };

export type ClientAuthentication = ReturnType<typeof createClientAuthentication>;

/** Finds the client of a request (RFC 6749 2.3). Both functions throw `invalid_client`. */
export function createClientAuthentication({ applications, limits, audit, metrics }: Dependencies) {
  return {
    /** Requires an enabled client without its secret, which phone apps cannot hold. */
    async requireEnabled(clientId: string, address: string): Promise<Client> {
      const client = await applications.findById(clientId);
      if (client?.state === 'enabled') return client;
      await limits.failedToken(address);
      throw new ApiError('invalid_client');
    },

    /** Requires that id and secret belong together. */
    async requireSecret(clientId: string, clientSecret: string, address: string): Promise<Client> {
      const client = await applications.authenticate(clientId, clientSecret);
      if (client) return client;
      metrics.signIns.inc({ flow: 'client_credentials', result: 'refused' });
      const claimed = await applications.findById(clientId);
      audit.strangerRefused({ action: 'client.refused', actorId: claimed?.id, address });
      await limits.failedToken(address);
      throw new ApiError('invalid_client');
    },
  };
}
