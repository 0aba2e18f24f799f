import { PLUG } from './callers.ts';
import type { Maker } from './calls.ts';

/** Valid calls of a manager about what its maker gave people. */
export const makerCredentialCalls: Readonly<Record<string, Maker>> = {
  'makerCredentials.swap': async (scene, _named, caller) => {
    const managerId = caller?.principal?.clientId ?? crypto.randomUUID();
    const { target } = scene.parties;
    const key = { managerId, applicationId: target.clientId, userId: target.id, templateId: PLUG };
    const { makerCredentials } = scene.platform.server.features;
    if (caller?.principal) await makerCredentials.store(key, 'casa-azul', { access_token: managerId });
    return {
      params: { manager_id: managerId },
      input: { client_id: target.clientId, owner_id: target.id, credentials: { access_token: managerId } },
    };
  },
  'makerCredentials.store': ({ parties: { target } }, _named, caller) => ({
    params: { manager_id: caller?.principal?.clientId ?? crypto.randomUUID() },
    input: {
      client_id: target.clientId,
      owner_id: target.id,
      channeltemplate_id: PLUG,
      credentials: { access_token: 'new' },
    },
  }),
};
