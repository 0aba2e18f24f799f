import type { Binding, Origin } from '@azulejo/contract';

/** How the SDK calls one operation: plain data, so that no schema reaches a browser. */
export type Route = {
  readonly method: Binding['method'];
  /** With `{name}` where a member of the input goes. */
  readonly path: Binding['path'];
  /** Where the members that are not in the path go; `image` is a binary body instead. */
  readonly input: 'query' | 'json' | 'image';
  /** Members that go into the query although there is a body. */
  readonly query?: readonly string[];
  readonly origin: Origin;
  /** True when the call carries the access token. */
  readonly token: boolean;
};
