import { Refusal } from '../../platform/refusal.ts';

export type Credentials = { clientId: string; clientSecret: string };

export type SignedIn = {
  readonly token: string;
  /** The URL of the broker, as the platform returns it. */
  readonly broker: string;
};

/** Signs in like a device (manager-sdk 1.5). Throws a Refusal with the platform's own message. */
export async function signIn(server: string, { clientId, clientSecret }: Credentials): Promise<SignedIn> {
  const response = await fetch(`${server}/v3/auth/authorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      response_type: 'client_credentials',
      scope: 'device',
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new Refusal(`sign-in: ${response.status} ${textIn(text)}`);
  const record = JSON.parse(text) as { access_token: string; endpoints: { mqtt: string } };
  return { token: record.access_token, broker: record.endpoints.mqtt };
}

function textIn(body: string): string {
  try {
    return String((JSON.parse(body) as { text?: string }).text);
  } catch {
    return 'without a reason';
  }
}
