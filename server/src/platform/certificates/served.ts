/** What a TLS server serves by, as PEM. Versions before 1.2 are broken (RFC 8996). */
export type TlsPair = {
  readonly cert: string;
  readonly key: string;
  readonly minVersion: 'TLSv1.2';
};

/** A certificate that is renewed while it is served. Disposing of it ends the looking. */
export type ServedCertificate = AsyncDisposable & {
  /** The newest. */
  pair(): TlsPair;
  /** The authorities that clients must be told to trust, as PEM; undefined when it is not ours to say. */
  trusted(): string | undefined;
  /** Calls `use` with each later pair, without a restart. */
  onRenewal(use: (pair: TlsPair) => void): void;
};

export const toPair = ({ certificate, key }: { certificate: string; key: string }): TlsPair => ({
  cert: certificate,
  key,
  minVersion: 'TLSv1.2',
});

/** The newest pair, for whoever asks and whoever wants to be told. */
export function newest(first: TlsPair) {
  let pair = first;
  const users: ((pair: TlsPair) => void)[] = [];
  return {
    pair: () => pair,
    onRenewal: (use: (pair: TlsPair) => void) => void users.push(use),
    /** Nothing is said when it is the same one. */
    renew(next: TlsPair): void {
      if (next.cert === pair.cert && next.key === pair.key) return;
      pair = next;
      for (const use of users) use(next);
    },
  };
}
