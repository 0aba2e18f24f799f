import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import { Empty, Id, Text } from './text.ts';

const template_id = Id('Channel template id.');
const policy = Type.Optional(Text({ maxLength: 50, description: 'Known apps send `one`.' }));

/** What sends the browser, and so has no method in the SDK. */
export const authorizations = {
  template: operation({
    id: 'authorizations.template',
    summary: 'Go where a kind of device is authorized',
    description:
      'The page in `Location` is for the user who asks, works once, and for 5 minutes. Headers that begin with `X-Webview-` are for the request of that page, without those words. The page ends at `retrieve-devices-list`, in the scheme of the app where it has one.',
    origin: 'base',
    access: 'user',
    bindings: [
      { method: 'GET', path: '/v3/channel-templates/{template_id}/authorize', input: 'query' },
      { method: 'GET', path: '/v3/legacy/profiles/{template_id}/authorization', input: 'query' },
    ],
    params: Type.Object({ template_id }),
    input: Type.Object({ policy }),
    reply: Empty,
    status: 303,
    errors: ['not_found'],
    example: { input: { template_id: '25f85b52-885c-5108-a9d2-c7fce0ad00ca', policy: 'one' }, reply: {} },
  }),
  service: operation({
    id: 'authorizations.service',
    summary: 'Go where a service is authorized',
    description: 'To the page in `Location`, which is the service’s own.',
    origin: 'base',
    access: 'user',
    bindings: [{ method: 'GET', path: '/v3/legacy/services/{service_id}/authorization', input: 'query' }],
    params: Type.Object({ service_id: Id('Service id.') }),
    input: Type.Object({ policy }),
    reply: Empty,
    status: 303,
    errors: ['not_found'],
    example: { input: { service_id: 'energy-report' }, reply: {} },
  }),
};

export const FoundDevice = Type.Object(
  {
    id: Type.String({ description: 'The id that its channel has once it is added.' }),
    content: Type.String({ description: 'Its name.' }),
    activity: Type.String({ description: 'What there is to say of it, or empty.' }),
    photoUrl: Type.String({ format: 'uri' }),
  },
  { title: 'FoundDevice' },
);
export type FoundDevice = Static<typeof FoundDevice>;

const AddedChannel = Type.Object(
  {
    id: Type.String({ description: 'Channel id.' }),
    content: Type.String({ description: 'Its name.' }),
    profile: Type.String({ description: 'Channel template id.' }),
  },
  { title: 'AddedChannel' },
);

const id = '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11';
const profile = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';
const content = 'Kitchen · IKEA TRADFRI bulb';

export const pairing = {
  authorize: operation({
    id: 'pairing.authorize',
    summary: 'Ask for the page where a kind of device is authorized',
    description:
      'The page that `GET` leads to, for an app in a browser, which cannot read where a redirect goes. It is opened in the browser, for the user who asks, once, and within 5 minutes.',
    origin: 'base',
    access: 'user',
    bindings: [{ method: 'POST', path: '/v3/channel-templates/{template_id}/authorize', input: 'json' }],
    params: Type.Object({ template_id }),
    input: Type.Object({
      redirect_uri: Type.Optional(
        Text({
          maxLength: 2000,
          description:
            'Where the page ends: at one of the application’s origins, or the platform’s own. Without it, as that of `GET`.',
        }),
      ),
    }),
    reply: Type.Object({ url: Type.String({ format: 'uri' }) }, { title: 'AuthorizationPage' }),
    status: 201,
    errors: ['not_found'],
    example: {
      input: { template_id: profile, redirect_uri: 'http://127.0.0.1:8480/home/add' },
      reply: {
        url: `http://127.0.0.1:8480/v3/channel-templates/${profile}/authorization-page?ticket=azt_`,
      },
    },
  }),
  found: operation({
    id: 'pairing.found',
    summary: 'List the devices that were found',
    description:
      'Of one kind, for the user who asks, after the page of their authorization was passed, for an hour. Empty before.',
    origin: 'base',
    access: 'user',
    bindings: [{ method: 'GET', path: '/v3/legacy/profiles/{template_id}/channels', input: 'query' }],
    params: Type.Object({ template_id }),
    input: Empty,
    reply: Type.Array(FoundDevice),
    status: 200,
    errors: ['not_found'],
    example: {
      input: { template_id: profile },
      reply: [{ id, content, activity: '', photoUrl: 'http://127.0.0.1:8480/images/color-light.png' }],
    },
  }),
  add: operation({
    id: 'pairing.add',
    summary: 'Add devices that were found',
    description:
      'Each becomes a channel with tiles in the user’s default area. Those that are there already stay as they are; when all are, the answer is 409.',
    origin: 'base',
    access: 'user-resource',
    bindings: [{ method: 'POST', path: '/v3/legacy/users/{user_id}/channels', input: 'json' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: Type.Object({
      profile: Text({ minLength: 1, maxLength: 200, description: 'Channel template id.' }),
      channels: Type.Array(
        Type.Object({
          id: Text({ minLength: 1, maxLength: 200, description: 'Of a device that was found.' }),
          content: Type.Optional(Text({ maxLength: 200, description: 'Its name, if it gets another.' })),
        }),
        { minItems: 1, maxItems: 50 },
      ),
    }),
    reply: Type.Array(AddedChannel),
    status: 200,
    errors: ['no_user', 'not_found', 'not_granted', 'already_there', 'quota_exceeded'],
    example: {
      input: { user_id: 'me', profile, channels: [{ id }] },
      reply: [{ id, content, profile }],
    },
  }),
};
