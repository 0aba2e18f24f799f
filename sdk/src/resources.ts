import type { InputOf, ReplyOf, resources, UploadResult } from '@azulejo/contract';
import type { Call, CallOptions, RouteId } from './call.ts';
import { routes } from './routes.generated.ts';

type Members<T> = { [Name in keyof T]: T[Name] };

/**
 * A method of the client. Its input has the members of path, query and body, and is
 * optional if none is required.
 */
export type Method<Operation> =
  Partial<InputOf<Operation>> extends InputOf<Operation>
    ? (input?: Members<InputOf<Operation>>, options?: CallOptions) => Promise<ReplyOf<Operation>>
    : (input: Members<InputOf<Operation>>, options?: CallOptions) => Promise<ReplyOf<Operation>>;

export type Resource<Operations> = { readonly [Verb in keyof Operations]: Method<Operations[Verb]> };

/**
 * Excludes sign-in and uploads, which have their own methods, and authorizations, which redirect a browser.
 */
type PlainResources = Omit<typeof resources, 'auth' | 'uploads' | 'authorizations'>;

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

export type Uploads = {
  /** Uploads an image of at most 5 MB. `type` is optional for a Blob that has one. */
  create(
    image: Blob | Uint8Array<ArrayBuffer>,
    type?: ImageType,
    options?: CallOptions,
  ): Promise<UploadResult>;
};

export type Resources = { readonly [Name in keyof PlainResources]: Resource<PlainResources[Name]> } & {
  readonly uploads: Uploads;
};

/** Creates the methods, by resource and verb, from the ids of the routes. */
export function createResources(call: Call): Resources {
  const methods: Record<string, Record<string, unknown>> = {};
  for (const id of Object.keys(routes) as RouteId[]) {
    const [resource, verb] = id.split('.') as [string, string];
    methods[resource] = {
      ...methods[resource],
      [verb]: (input: Record<string, unknown> = {}, options?: CallOptions) => call(id, input, options),
    };
  }
  const { auth: _signIn, ...plain } = methods;
  return { ...plain, uploads: createUploads(call) } as Resources;
}

function createUploads(call: Call): Uploads {
  return {
    create: (image, type, options) => {
      const body = image instanceof Blob && !type ? image : new Blob([image], type && { type });
      return call('uploads.create', {}, options, body) as Promise<UploadResult>;
    },
  };
}
