/** Returns the host for which passkeys are, as the platform writes it into the page; empty when it has none. */
export const passkeyHost = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="azulejo-passkey-host"]')?.content ?? '';
