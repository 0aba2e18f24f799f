/** The settings that the platform writes into the page. */
export type PageSettings = {
  /** The application whose users sign in here, and its minimum password length. */
  readonly clientId: string;
  readonly minPasswordLength: number;
  /** Whether the platform sends mail. If not, the operator has to hand over every link. */
  readonly sendsMail: boolean;
  /** The host for which passkeys are; empty when the platform has none. */
  readonly passkeyHost: string;
  /** Version of the platform that served this page. */
  readonly version: string;
};

export function readPageSettings(): PageSettings {
  const read = (name: string): string =>
    document.querySelector<HTMLMetaElement>(`meta[name="azulejo-${name}"]`)?.content ?? '';
  return {
    clientId: read('client-id'),
    minPasswordLength: Number(read('least-password-length')),
    sendsMail: read('sends-mail') === 'true',
    passkeyHost: read('passkey-host'),
    version: read('version'),
  };
}
