import { ApiError } from '../../platform/api-error.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import type { Accounts } from './accounts.ts';
import type { CredentialOwner, Credentials } from './credentials.ts';
import { StepError } from './steps/fill-step.ts';
import { type Answer, runSteps } from './steps/run-steps.ts';
import type { Step } from './steps/step.ts';

type Dependencies = { accounts: Accounts; credentials: Credentials; outbound: Outbound };

/**
 * Creates the function that lets a manager have a token renewed at its maker, because only the platform has
 * the secret of the account. Throws `invalid_request`, whose text is the platform's own, when the maker
 * does not answer with a token: a manager must not read other answers through the platform.
 */
export const createRefresh =
  ({ accounts, credentials, outbound }: Dependencies) =>
  async (owner: CredentialOwner, refreshToken: string, steps: readonly Step[]): Promise<Answer> => {
    const account = await accounts.open(owner.managerId, owner.applicationId);
    if (!account) throw refusal('the operator has not set an account for this application');
    const answer = await runSteps(outbound, {
      managerId: owner.managerId,
      steps: steps.map((step) => withoutRawToken(step, refreshToken)),
      fixed: accountValues(account),
      first: {},
      origins: account.origins,
      parameters: { refresh_token: refreshToken },
    }).catch((error: unknown) => {
      throw error instanceof StepError ? refusal(error.message, error) : error;
    });
    if (typeof answer['access_token'] !== 'string' || answer['access_token'] === '')
      throw refusal('the maker answered without an access_token');
    await credentials.renew(owner, refreshToken, answer);
    return answer;
  };

/**
 * Takes the refresh token out of the URL, where known managers put it as it is (manager-sdk 2.3): `&` in it
 * would add a parameter, and `#` would end the query. `parameters` say what it is.
 */
const withoutRawToken = (step: Step, refreshToken: string): Step => ({
  ...step,
  url: step.url.replaceAll(`refresh_token=${refreshToken}`, 'refresh_token='),
});

const refusal = (reason: string, cause?: unknown) =>
  new ApiError('invalid_request', { detail: `The token was not renewed: ${reason}.`, cause });

/** Returns the values of the placeholders of an account. */
export const accountValues = ({
  clientId,
  clientSecret,
}: {
  clientId: string;
  clientSecret: string | undefined;
}) => ({
  client_id: clientId,
  ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
});
