/** The certificate and key of a TLS server, as PEM. TLS versions before 1.2 are broken (RFC 8996). */
export type TlsPair = {
  readonly cert: string;
  readonly key: string;
  readonly minVersion: 'TLSv1.2';
};

/** A certificate that is renewed while it is served. Disposing of it stops the checks for renewal. */
export type ServedCertificate = AsyncDisposable & {
  /** Returns the newest pair. */
  pair(): TlsPair;
  /**
   * Returns the authorities that clients must trust, as PEM; undefined for the operator's own certificate.
   */
  trusted(): string | undefined;
  /** Calls `use` with each later pair, without a restart. */
  onRenewal(use: (pair: TlsPair) => void): void;
};

export const toPair = ({ certificate, key }: { certificate: string; key: string }): TlsPair => ({
  cert: certificate,
  key,
  minVersion: 'TLSv1.2',
});

/** Holds the newest pair and notifies listeners of renewals. */
export function newest(first: TlsPair) {
  let pair = first;
  const users: ((pair: TlsPair) => void)[] = [];
  return {
    pair: () => pair,
    onRenewal: (use: (pair: TlsPair) => void) => void users.push(use),
    /** Replaces the pair and notifies the listeners, unless it is unchanged. */
    renew(next: TlsPair): void {
      if (next.cert === pair.cert && next.key === pair.key) return;
      pair = next;
      for (const use of users) use(next);
    },
  };
}
