import type {
  NewPasskeyCredential,
  PasskeyCreationOptions,
  PasskeyCredential,
  PasskeyRequestOptions,
} from '@azulejo/contract';
/** Returns whether the browser has passkeys, and the page was opened at the host for which they are. */
export declare const hasPasskeys: ({ passkeyHost }: { passkeyHost: string }) => boolean;
/** Lets the person create a passkey. Returns undefined when the person cancels. */
export declare function createPasskey(
  options: PasskeyCreationOptions,
): Promise<NewPasskeyCredential | undefined>;
/** Lets the person choose a passkey. Returns undefined when the person cancels. */
export declare function choosePasskey(options: PasskeyRequestOptions): Promise<PasskeyCredential | undefined>;
/**
 * Offers passkeys among the suggestions of the e-mail's input, as long as the page is shown. Returns undefined when
 * another request took its place, or the browser cannot do it.
 */
export declare function suggestPasskeys(
  options: PasskeyRequestOptions,
): Promise<PasskeyCredential | undefined>;
export declare function canSuggestPasskeys(): Promise<boolean>;
/** Ends what `suggestPasskeys` waits for. */
export declare function endSuggestions(): Promise<void>;
/** Returns why a passkey could not be created or used. */
export declare function passkeyErrorText(error: unknown): string;
