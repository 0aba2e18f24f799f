import { failedStateOf } from '@azulejo/model';
import { type Address, AzulejoError, type Client, type Live } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import type { Reported } from '../session/home-data.ts';
import { refusalText } from './access-labels.ts';
import { settledCommand, WAIT_SECONDS } from './settled-command.ts';
import { NotSent, type Outcome } from './writes.ts';

/** Sends a write over the live connection, or over HTTP if there is none. */
export async function sendWrite(
  client: Client,
  live: Live | undefined,
  address: Address,
  data: unknown,
  onReport: (value: Reported) => void,
): Promise<Outcome> {
  if (!navigator.onLine) throw new NotSent(t`You are offline`);
  return live?.state === 'online' ? overMqtt(live, address, data) : overHttp(client, address, data, onReport);
}

async function overMqtt(live: Live, address: Address, data: unknown): Promise<Outcome> {
  try {
    const { state } = await live.write(address, data);
    return { state };
  } catch (error) {
    if (!(error instanceof AzulejoError) || error.name !== 'Refused') throw error;
    const failed = failedStateOf(error.code);
    if (failed === 'unanswered' || failed === 'superseded') return { state: failed };
    return { state: 'refused', text: failed === 'refused' ? refusalText(error.text) : error.text };
  }
}

async function overHttp(
  client: Client,
  address: Address,
  data: unknown,
  onReport: (value: Reported) => void,
): Promise<Outcome> {
  const command = await client.values.put({
    channel_id: address.channel,
    component_id: address.component,
    property_id: address.property,
    data,
    wait: WAIT_SECONDS,
  });
  const { state, reason, settled, answer = data } = await settledCommand(client, command);
  if (state === 'open') throw new AzulejoError('TimedOut', 'The write was not settled in time.');
  // No connection reports it yet, and the value must not appear unchanged.
  if (settled && (state === 'done' || state === 'answered'))
    onReport({ ...address, data: answer, timestamp: settled });
  return { state, text: state === 'refused' ? refusalText(reason) : undefined };
}
