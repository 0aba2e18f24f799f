import type { Tree } from '@azulejo/contract';
import type { Caller } from '../../../core/access/index.ts';
import type { Party, Reason } from '../../../core/message-trace/index.ts';
import type { PresentedSecret } from '../tokens/active-secrets.ts';

/**
 * The username and password of MQTT's CONNECT: `client_id` and access token (manager-sdk 4, android-app 4.1,
 * ios-app 4.1). A device may use its `client_secret` as the password instead.
 */
export type ConnectCredentials = {
  username: string | undefined;
  password: string | undefined;
  address: string;
};

/** The credential of a live session, which ends with the sign-in of its token, or with its secret. */
export type Credential = { kind: 'sign-in'; signInId: string } | ({ kind: 'secret' } & PresentedSecret);

/** Who connected, and the topic tree that belongs to it. A client that `isSingle` has one connection. */
export type Connected = {
  caller: Caller;
  tree: Tree;
  credential: Credential;
  isSingle: boolean;
  /** The own home of a person. */
  homeId?: string | undefined;
};

/**
 * Why a CONNECT was refused. `prover` proved with its own credential who it is; `claimedId` is a client that anyone
 * can name.
 */
export type Refused = { reason: Reason; prover?: Party; claimedId?: string };

export type Attempt = { connected: Connected } | { refused: Refused };
