import type {
  NewPasskeyCredential,
  PasskeyCreationOptions,
  PasskeyCredential,
  PasskeyRequestOptions,
} from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { errorText } from './error-text.ts';

const load = () => import('@simplewebauthn/browser');

/** Returns whether the browser has passkeys, and the page was opened at the host for which they are. */
export const hasPasskeys = ({ passkeyHost }: { passkeyHost: string }): boolean =>
  passkeyHost !== '' && location.hostname === passkeyHost && 'PublicKeyCredential' in window;

/** Lets the person create a passkey. Returns undefined when the person cancels. */
export async function createPasskey(
  options: PasskeyCreationOptions,
): Promise<NewPasskeyCredential | undefined> {
  const { startRegistration } = await load();
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  return unlessCancelled(async () => {
    const created = await startRegistration({ optionsJSON: options as Options });
    const { clientDataJSON, attestationObject, transports } = created.response;
    const response = { clientDataJSON, attestationObject, ...(transports && { transports }) };
    return { id: created.id, rawId: created.rawId, type: 'public-key', response };
  });
}

/** Lets the person choose a passkey. Returns undefined when the person cancels. */
export async function choosePasskey(options: PasskeyRequestOptions): Promise<PasskeyCredential | undefined> {
  return unlessCancelled(() => ask(options, false));
}

/**
 * Offers passkeys among the suggestions of the e-mail's input, as long as the page is shown. Returns undefined when
 * another request took its place, or the browser cannot do it.
 */
export async function suggestPasskeys(
  options: PasskeyRequestOptions,
): Promise<PasskeyCredential | undefined> {
  return ask(options, true).catch(() => undefined);
}

export async function canSuggestPasskeys(): Promise<boolean> {
  const { browserSupportsWebAuthnAutofill } = await load();
  return browserSupportsWebAuthnAutofill();
}

/** Ends what `suggestPasskeys` waits for. */
export async function endSuggestions(): Promise<void> {
  const { WebAuthnAbortService } = await load();
  WebAuthnAbortService.cancelCeremony();
}

async function ask(options: PasskeyRequestOptions, isSuggestion: boolean): Promise<PasskeyCredential> {
  const { startAuthentication } = await load();
  const chosen = await startAuthentication({ optionsJSON: options, useBrowserAutofill: isSuggestion });
  const { clientDataJSON, authenticatorData, signature, userHandle } = chosen.response;
  const response = { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) };
  return { id: chosen.id, rawId: chosen.rawId, type: 'public-key', response };
}

/** Browsers do not distinguish a refusal by the person from a timeout (WebAuthn 14.5). */
async function unlessCancelled<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Error && /^(NotAllowed|Abort)Error$/.test(error.name)) return undefined;
    throw error;
  }
}

/** Returns why a passkey could not be created or used. */
export function passkeyErrorText(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return t`This device already has a passkey of your account.`;
  if (name === 'ConstraintError' || name === 'NotSupportedError')
    return t`This device cannot hold passkeys, or has no screen lock.`;
  if (name === 'SecurityError') return t`The browser does not allow passkeys at this address.`;
  return errorText(error);
}
