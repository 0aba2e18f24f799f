import { newApplication, newPerson } from './people.ts';
import { readJson } from './replies.ts';
import type { Stage } from './scene.ts';

export type Body = Record<string, unknown>;

/** Starts a platform whose users have preferences at two endpoints. */
export async function setUpPreferences({ start }: Stage) {
  const platform = await start();
  const application = await newApplication(platform);
  const send = (token: string, method: string, path: string, body?: unknown, headers: Body = {}) =>
    platform.request(path, {
      method,
      token,
      headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  /** Creates a user. Returns calls to both endpoints. */
  const newUser = async () => {
    const { id, token } = await newPerson(platform, application);
    const modern = `/v3/users/${id}/preferences`;
    const legacy = `/v3/legacy/users/${id}`;
    const json = async (method: string, path: string, body?: unknown) =>
      readJson<Body>(await send(token, method, path, body));
    return {
      id,
      token,
      modern: {
        path: modern,
        get: () => json('GET', modern),
        patch: (body: unknown) => json('PATCH', modern, body),
        post: (body: unknown) => json('POST', modern, body),
      },
      legacy: {
        path: legacy,
        get: () => json('GET', legacy),
        preferences: async () => (await json('GET', legacy))['preferences'] as Body,
        patch: (body: unknown) => json('PATCH', legacy, body),
      },
    };
  };
  return { platform, application, send, newUser };
}
