/** How the SDK calls one operation. It is plain data, so that browsers need not load the schemas. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template with `{name}` for each member of the input in the path. */
  readonly path: `/${string}`;
  /** Where the members that are not in the path are sent; `image` means a binary body instead. */
  readonly input: 'query' | 'json' | 'image';
  /** Members that are sent in the query although there is a body. */
  readonly query?: readonly string[];
  readonly origin: Origin;
  /** True when the call carries the access token. */
  readonly token: boolean;
  /** Set when the reply is a list. */
  readonly list?: ListRoute;
  /** How long to wait for the response, when it is longer than usual. */
  readonly timeoutMs?: number;
};

/** The five origins of the platform. By default they are all the same (spec 1, 2.2, 2.4). */
export type Origin = 'auth' | 'base' | 'cdn' | 'ontology' | 'uploader';

/** Where a list reply has its items, and how to get the next page if it has pages. */
export type ListRoute = {
  /** Names the reply's member that holds them. */
  readonly items: string;
  /**
   * The member of the input that selects the next page. Its value is the member `reply` of this page, the
   * member `item` of the page's last item, or by default the number of items so far.
   */
  readonly next?: { readonly send: string; readonly reply?: string; readonly item?: string };
};
