import type { Operation, ReplyOf } from '@azulejo/contract';
import { fakeServer, type Received } from './fake-server.ts';

type Reply<Body> = Body | Response | ((received: Received) => Body | Response | Promise<Body | Response>);

/** Replies by resource and verb. */
export type Replies<Resources> = {
  readonly [Name in keyof Resources]?: {
    readonly [Verb in keyof Resources[Name]]?: Reply<ReplyOf<Resources[Name][Verb]>>;
  };
};

/**
 * Stands in for a server with replies to operations. Those without a reply of the test return the example of the
 * contract. `prefix` begins the ids of all of them.
 */
export function fakeOperations<Resources extends object>(resources: Resources, prefix = '') {
  const operations = Object.values(resources).flatMap((verbs) => Object.values(verbs) as Operation[]);

  /** Returns method and path of an operation, with `*` for each id in the path. */
  function callOf(id: string): string {
    const binding = operations.find((each) => each.id === prefix + id)?.bindings[0];
    if (!binding) throw new Error(`The contract has no operation ${prefix}${id}.`);
    return `${binding.method} ${binding.path.replace(/\{\w+\}/g, '*')}`;
  }
  const server = fakeServer(
    Object.fromEntries(operations.map(({ id, example }) => [callOf(id.slice(prefix.length)), example.reply])),
  );
  return {
    fetch: server.fetch,
    /** Replaces replies. */
    reply: (replies: Replies<Resources>) => {
      for (const [name, verbs] of Object.entries(replies as Record<string, Record<string, unknown>>))
        for (const [verb, body] of Object.entries(verbs)) server.on(callOf(`${name}.${verb}`), body);
    },
    /** Returns the requests for an operation, such as `accounts.update`. */
    sent: (operation: string) => server.requests(callOf(operation)),
    /** Returns the bodies of the requests for an operation. */
    bodies: (operation: string) => server.bodies(callOf(operation)),
  };
}
