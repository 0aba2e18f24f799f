import { resources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Operators, Users } from '../../identity/users/index.ts';
import type { Commands } from '../../telemetry/commands/index.ts';
import type { Passkeys } from '../passkeys/index.ts';
import type { SecondFactor } from '../second-factor/index.ts';
import { createAccountAuth } from './account-auth.ts';
import { createAuth } from './auth.ts';

type Needs = Platform & {
  applications: Applications;
  audit: Audit;
  channels: Channels;
  commands: Commands;
  messageTrace: MessageTrace;
  operatorPasskeys: Passkeys;
  operators: Operators;
  operatorSecondFactor: SecondFactor;
  passkeys: Passkeys;
  secondFactor: SecondFactor;
  users: Users;
};

/** Issues, checks and revokes tokens (RFC 6749), and verifies the operators of the portal. */
export function authFeature(needs: Needs) {
  const { config, commands } = needs;
  const { urls } = config;
  const auth = createAuth({
    ...needs,
    channelOfCommand: commands.channelOf,
    endpoints: { http: urls.base, mqtt: urls.mqtt, uploader: urls.uploader },
    lifetimes: config.tokenLifetimes,
    maxSignIns: config.shares.signIns,
    limits: config.rateLimits,
    requiresConfirmedEmail: config.confirmsEmail,
  });
  const operatorAuth = createAccountAuth({
    ...needs,
    users: needs.operators,
    secondFactor: needs.operatorSecondFactor,
    passkeys: needs.operatorPasskeys,
    limits: config.rateLimits,
    accounts: 'portal',
  });
  return {
    api: { auth, operatorAuth },
    routes({ serve }) {
      serve(resources.auth, auth.authHandlers);
      serve(resources.passkeys, auth.passkeyHandlers);
      serve(resources.tokens, auth.tokenHandlers);
    },
    jobs: [cleanup('sign-ins', auth.prune)],
  } satisfies Feature;
}
