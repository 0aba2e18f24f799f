import assert from 'node:assert/strict';
import type { ErrorBody, ErrorName } from '@azulejo/contract';
import type { TestPlatform } from './platform.ts';
import { assertApiError, readJson } from './replies.ts';
import { postJson } from './wire.ts';

/** The three forms in which the auth endpoints accept their parameters. */
export const forms = ['GET', 'POST JSON', 'POST form'] as const;
export type Form = (typeof forms)[number];

export type Parameters = Readonly<Record<string, string>>;

/** Sends parameters to a path in one of the forms. */
export function send(
  platform: TestPlatform,
  form: Form,
  path: string,
  parameters: Parameters,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  if (form === 'GET') return platform.request(`${path}?${new URLSearchParams(parameters)}`, { headers });
  if (form === 'POST form')
    return platform.request(path, { method: 'POST', headers, body: new URLSearchParams(parameters) });
  return postJson(platform, path, parameters, { headers });
}

/** Returns the body of an error after checking its format; `field` is the only field that it names. */
export async function refused(
  response: Response | Promise<Response>,
  kind: ErrorName,
  field?: string,
): Promise<ErrorBody> {
  const body = await assertApiError(await response, kind);
  if (field !== undefined) {
    assert.deepEqual(
      body.errors?.map((each) => each.field),
      [field],
    );
  }
  return body;
}

/** Returns the body of a 200. */
export const ok = async <Body>(response: Response | Promise<Response>): Promise<Body> =>
  readJson<Body>(await response);

/** Returns the parameters except those named. */
export function without(parameters: Parameters, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !names.includes(name)));
}
