import type { PortalMakerAccount } from '@azulejo/contract';

/** Holds the fields of an account's form as they are typed. */
export type AccountDraft = {
  application: string | null;
  clientId: string;
  secret: string;
  /** Whether the maker has given no secret. */
  hasNone: boolean;
  /** Holds one origin on each line. */
  origins: string;
};

export const draftOf = (account: PortalMakerAccount | undefined): AccountDraft => ({
  application: account?.application.id ?? null,
  clientId: account?.client_id ?? '',
  secret: '',
  hasNone: account !== undefined && !account.has_secret,
  origins: account?.origins.join('\n') ?? '',
});

const listOf = (origins: string): string[] => origins.split(/\s+/).filter((line) => line !== '');

/** Returns the body of the request. Without `client_secret` the stored secret stays. */
export const inputOf = ({ clientId, secret, hasNone, origins }: AccountDraft) => ({
  client_id: clientId.trim(),
  origins: listOf(origins),
  ...(hasNone ? { client_secret: null } : secret !== '' && { client_secret: secret }),
});

export const isComplete = (
  { application, clientId, secret, hasNone, origins }: AccountDraft,
  hasStored: boolean,
): boolean =>
  application !== null &&
  clientId.trim() !== '' &&
  listOf(origins).length > 0 &&
  (hasNone || hasStored || secret !== '');
