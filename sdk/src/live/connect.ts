import type { TokenRecord } from '../api/types.generated.ts';
import { AzulejoError } from '../errors.ts';
import type { Origins } from '../origins.ts';
import type { Session } from '../session.ts';
import { type Broker, DeadToken, type OpenSocket, openBroker, type ReceivedMessage } from './broker.ts';
import { isBrowser } from './environment.ts';
import type { LiveOptions } from './types.ts';

type Options = Pick<LiveOptions, 'url' | 'ca'> & {
  readonly session: Session;
  readonly origins: Origins;
  readonly openSocket?: OpenSocket | undefined;
  readonly timeoutMs: number;
};

/** Connects with the current token. Renews it first when renewal is due, and again when the broker rejects it. */
export async function connectWithToken(
  { session, origins, openSocket, url, ca, timeoutMs }: Options,
  onMessage: (received: ReceivedMessage) => void,
): Promise<{ broker: Broker; record: TokenRecord }> {
  const connect = async (record: TokenRecord) => {
    const { client_id: username, access_token: password } = record;
    const at = url ?? brokerUrl(record, origins('base', record));
    const broker = await openBroker({ url: at, openSocket, ca, username, password, timeoutMs, onMessage });
    return { record, broker };
  };
  const record = await session.fresh();
  try {
    return await connect(record);
  } catch (error) {
    if (!(error instanceof DeadToken)) throw error;
  }
  const renewed = await session.renew(record);
  try {
    return await connect(renewed);
  } catch (cause) {
    if (!(cause instanceof DeadToken)) throw cause;
    throw new AzulejoError('SessionEnded', 'The broker refuses the sign-in: sign in again.', { cause });
  }
}

function brokerUrl({ endpoints }: TokenRecord, base: string): string {
  if (!isBrowser) return endpoints.mqtt;
  const { protocol, host } = new URL(base);
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/mqtt`;
}
