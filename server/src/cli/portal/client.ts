import { type AnyOperation, type InputOf, portalResources, type ReplyOf } from '@azulejo/contract';
import { Refusal } from '../../platform/refusal.ts';

type Resources = typeof portalResources;

type Arguments<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

/** The operations of the portal, as functions. They throw an ApiError or a Refusal. */
export type Portal = {
  readonly [Name in keyof Resources]: {
    readonly [Operation in keyof Resources[Name]]: (
      ...args: Arguments<InputOf<Resources[Name][Operation]>>
    ) => Promise<ReplyOf<Resources[Name][Operation]>>;
  };
};

/** A request with its path and query. A body is JSON. */
export type PortalRequest = { readonly method: string; readonly path: string; readonly body?: string };

/** Sends a request to a portal and returns the body of its reply. */
export type Send = (request: PortalRequest) => Promise<unknown>;

/** Makes a client of all operations of the contract, whichever way their requests take. */
export const createPortal = (send: Send): Portal =>
  mapMembers<Readonly<Record<string, AnyOperation>>, unknown>(portalResources, (resource) =>
    mapMembers(
      resource,
      (operation) =>
        (input = {}) =>
          send(toRequest(operation, input)),
    ),
  ) as Portal;

const mapMembers = <Member, Result>(
  members: Readonly<Record<string, Member>>,
  map: (member: Member) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member)]));

/** Puts the input into the path, and the rest into the query or the body. */
function toRequest(
  { bindings: [{ method, path, input: form }] }: AnyOperation,
  input: Readonly<Record<string, unknown>>,
): PortalRequest {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = String(rest.get(name) ?? '');
    rest.delete(name);
    // As a part of a path, these would name the list or another resource.
    if (['', '.', '..'].includes(value)) throw new Refusal(`"${value}" is no id (${name})`);
    return encodeURIComponent(value);
  });
  if (form === 'json') return { method, path: filled, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = new URLSearchParams();
  for (const [name, value] of rest) query.set(name, String(value));
  return { method, path: query.size === 0 ? filled : `${filled}?${query}` };
}
