import type { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { userAgentOf } from '../../platform/http/user-agent.ts';
import type { Passkeys } from '../passkeys/index.ts';
import type { PasskeySignIn } from './grants/passkey.ts';
import type { TokenEndpoint } from './token-endpoint.ts';

type Dependencies = { passkeys: Passkeys; signIn: PasskeySignIn; endpoint: TokenEndpoint };

export const passkeyHandlers = ({
  passkeys,
  signIn,
  endpoint,
}: Dependencies): Handlers<typeof resources.passkeys> => ({
  challenge: async ({ context }) => ({
    body: passkeys.requestOptions(context.address),
    cacheControl: NO_STORE,
  }),

  async signIn({ input, context: { address }, request }) {
    const { token } = await signIn(input, { address, userAgent: userAgentOf(request) });
    return endpoint.toReply(token);
  },
});
