import { type TokenMetadata, type TokenRecord, toTimestamp } from '@azulejo/contract';

/** The URLs that clients shall use (spec 2.2). */
export type Endpoints = { http: string; mqtt: string; uploader: string };

/** An issued set of tokens: the source of the wire record, and what is sealed for a repeated refresh. */
export type IssuedToken = {
  id: string;
  accessToken: string;
  refreshToken: string;
  code: string;
  clientId: string;
  userId: string | null;
  grantType: 'password' | 'client_credentials';
  scopes: readonly string[];
  state: string | null;
  created: number;
  updated: number;
  expires: number;
};

type MetadataSource = Omit<IssuedToken, 'accessToken' | 'refreshToken' | 'code'>;

/**
 * Builds the token record (spec 2.2). It contains no JSON null, which would crash the iOS app when it stores
 * the record (ios-app 2.1).
 */
export function toTokenRecord(token: IssuedToken, endpoints: Endpoints, now: number): TokenRecord {
  return {
    ...toTokenMetadata(token, endpoints, now),
    access_token: token.accessToken,
    code: token.code,
    refresh_token: token.refreshToken,
  };
}

export function toTokenMetadata(token: MetadataSource, endpoints: Endpoints, now: number): TokenMetadata {
  const path = `/v3/tokens/${token.id}`;
  return {
    _id: path,
    client_id: token.clientId,
    created: toTimestamp(token.created),
    endpoints,
    expires: toTimestamp(token.expires),
    expires_in: Math.max(0, Math.floor((token.expires - now) / 1000)),
    grant_type: token.grantType,
    href: path,
    id: token.id,
    owner_id: token.userId ?? token.clientId,
    scope: [...token.scopes],
    ...(token.state === null ? {} : { state: token.state }),
    token_type: 'Bearer',
    updated: toTimestamp(token.updated),
  };
}
