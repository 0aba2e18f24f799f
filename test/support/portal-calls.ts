import assert from 'node:assert/strict';
import { type AnyOperation, portalResources } from '@azulejo/contract';
import type { PortalVisitor } from './portal.ts';
import { assertExact, readJson } from './replies.ts';

/** Returns a function that calls a portal operation by its name and checks the reply. */
export function callerOf(visitor: PortalVisitor) {
  return async function call<Body>(
    name: `${keyof typeof portalResources}.${string}`,
    input: Record<string, unknown> = {},
  ): Promise<Body> {
    const body = await readJson<Body>(await requestTo(visitor, name, input));
    assertExact(operationOf(name).reply, body);
    return body;
  };
}

/** Sends the same request without checking the response. */
export function requestTo(visitor: PortalVisitor, name: string, input: Record<string, unknown> = {}) {
  const [{ method, path, input: form }] = operationOf(name).bindings;
  const rest = new Map(Object.entries(input));
  const filled = path.replace(/\{(\w+)\}/g, (_match, member: string) => {
    const value = String(rest.get(member));
    rest.delete(member);
    return encodeURIComponent(value);
  });
  const members = [...rest].map(([member, value]): [string, string] => [member, String(value)]);
  if (form === 'query')
    return visitor.request(members.length === 0 ? filled : `${filled}?${new URLSearchParams(members)}`, {
      method,
    });
  return visitor.request(filled, { method, body: Object.fromEntries(rest) });
}

function operationOf(name: string): AnyOperation {
  const [resource, verb] = name.split('.') as [keyof typeof portalResources, string];
  const operation = (portalResources[resource] as Record<string, AnyOperation>)[verb];
  assert.ok(operation, `there is an operation ${name}`);
  return operation;
}
