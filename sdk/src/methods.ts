import type { CallOptions } from './call.ts';
import { createList } from './list.ts';
import type { WireInput } from './request.ts';
import type { Route } from './route.ts';

/** The content types of images that can be uploaded. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

type Invoke<Id extends string> = (
  id: Id,
  input: WireInput,
  options?: CallOptions,
  image?: Blob,
) => Promise<unknown>;

type Methods = Record<string, Record<string, unknown>>;

/** Creates the methods of the client, by resource and verb, from the ids of the routes. */
export function createMethods<Id extends string>(
  routes: Readonly<Record<Id, Route>>,
  invoke: Invoke<Id>,
): Methods {
  const methods: Methods = {};
  for (const id of Object.keys(routes) as Id[]) {
    const [resource = '', verb = ''] = id.split('.').slice(-2);
    const { [resource]: verbs = {} } = methods;
    verbs[verb] =
      routes[id].input === 'image' ? createUpload(id, invoke) : createMethod(id, routes[id], invoke);
    methods[resource] = verbs;
  }
  return methods;
}

function createMethod<Id extends string>(id: Id, { list }: Route, invoke: Invoke<Id>) {
  return (input: WireInput = {}, options?: CallOptions) =>
    list ? createList(list, input, (page) => invoke(id, page, options)) : invoke(id, input, options);
}

function createUpload<Id extends string>(id: Id, invoke: Invoke<Id>) {
  return (image: Blob | Uint8Array<ArrayBuffer>, type?: ImageType, options?: CallOptions) => {
    const body = image instanceof Blob && !type ? image : new Blob([image], type && { type });
    return invoke(id, {}, options, body);
  };
}
