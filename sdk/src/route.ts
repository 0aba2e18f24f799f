import type { Binding, Origin } from '@azulejo/contract';

/** How the SDK calls one operation. It is plain data, so that browsers need not load the schemas. */
export type Route = {
  readonly method: Binding['method'];
  /** Path template with `{name}` for each member of the input in the path. */
  readonly path: Binding['path'];
  /** Where the members that are not in the path are sent; `image` means a binary body instead. */
  readonly input: 'query' | 'json' | 'image';
  /** Members that are sent in the query although there is a body. */
  readonly query?: readonly string[];
  readonly origin: Origin;
  /** True when the call carries the access token. */
  readonly token: boolean;
};
