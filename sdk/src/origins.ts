import type { TokenRecord } from './api/types.generated.ts';
import { AzulejoError } from './errors.ts';
import type { Origin } from './route.ts';

/** Returns one of the platform's addresses, from the options or from the token record (spec 2.2). */
export type Origins = (origin: Origin, record?: TokenRecord) => string;

export type OriginOptions = {
  readonly url: string;
  readonly cdnUrl?: string | undefined;
  readonly ontologyUrl?: string | undefined;
};

/** Throws a TypeError that names the option when an address is missing or no URL. */
export function createOrigins({ url, cdnUrl = url, ontologyUrl = url }: OriginOptions): Origins {
  for (const [name, address] of Object.entries({ url, cdnUrl, ontologyUrl })) {
    if (typeof address !== 'string' || !/^https?:\/\/[^/]/.test(address))
      throw new TypeError(`\`${name}\` must be an address such as https://azulejo.example.org`);
  }
  return (origin, record) => {
    // A record of client credentials may name only `mqtt` (spec 2.2), whatever its type says.
    const endpoints: Partial<TokenRecord['endpoints']> = record?.endpoints ?? {};
    const base = endpoints.http ?? url;
    switch (origin) {
      case 'auth':
        return url;
      case 'base':
        return base;
      case 'cdn':
        return cdnUrl;
      case 'ontology':
        return ontologyUrl;
      case 'uploader':
        return endpoints.uploader ?? base;
    }
  };
}

/** Throws `ForeignOrigin` unless the URL is on a host that this token was issued for. */
export function assertOurs(url: URL, origins: Origins, record: TokenRecord): void {
  const ours = (['auth', 'base', 'uploader'] as const).map((name) => new URL(origins(name, record)).origin);
  if (ours.includes(url.origin)) return;
  throw new AzulejoError('ForeignOrigin', `No token is sent to ${url.origin}.`);
}
