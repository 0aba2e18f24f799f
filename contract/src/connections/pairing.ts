import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';

const template_id = Id('Channel template id.');
const policy = Type.Optional(Text({ maxLength: 50, description: 'Known apps send `one`.' }));

/** Operations that redirect the browser. The SDK has no methods for them. */
export const authorizations = {
  template: operation({
    id: 'authorizations.template',
    summary: 'Go to the authorization page for a kind of device',
    description:
      'The page in `Location` is for the signed-in user; it works once and for 5 minutes. Send headers that begin with `X-Webview-` with the request for that page, without this prefix. The page finally redirects to `retrieve-devices-list`, in the app’s URL scheme if it has one.',
    origin: 'base',
    access: 'user',
    needs: 'manage',
    bindings: [
      { method: 'GET', path: '/v3/channel-templates/{template_id}/authorize', input: 'query' },
      { method: 'GET', path: '/v3/legacy/profiles/{template_id}/authorization', input: 'query' },
    ],
    params: Type.Object({ template_id }),
    input: Type.Object({ policy }),
    reply: Empty,
    status: 303,
    errors: ['not_found', 'maker_failed', 'maker_late'],
    example: { input: { template_id: '25f85b52-885c-5108-a9d2-c7fce0ad00ca', policy: 'one' }, reply: {} },
  }),
  service: operation({
    id: 'authorizations.service',
    summary: 'Go to the authorization page for a service',
    description:
      'The page in `Location` belongs to the service. If its application set `activation_uri`, the platform asks there for the page.',
    origin: 'base',
    access: 'user',
    needs: 'manage',
    bindings: [{ method: 'GET', path: '/v3/legacy/services/{service_id}/authorization', input: 'query' }],
    params: Type.Object({ service_id: Id('Service id.') }),
    input: Type.Object({ policy }),
    reply: Empty,
    status: 303,
    errors: ['not_found', 'maker_failed', 'maker_late'],
    example: { input: { service_id: 'energy-report' }, reply: {} },
  }),
};

export const FoundDevice = Type.Object(
  {
    id: Type.String({
      description: 'Id of the found device. A virtual device keeps it as the id of its channel.',
    }),
    content: Type.String({ description: 'Name of the device.' }),
    activity: Type.String({ description: 'A remark about the device, or empty.' }),
    photoUrl: Type.String({ description: 'Picture of the device.', format: 'uri' }),
  },
  { title: 'FoundDevice' },
);
export type FoundDevice = Static<typeof FoundDevice>;

const AddedChannel = Type.Object(
  {
    id: Type.String({ description: 'Channel id.' }),
    found_id: Type.String({
      description: 'Id of the found device. Devices that were not added are left out.',
    }),
    content: Type.String({ description: 'Name of the device.' }),
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
    summary: 'Get the authorization page for a kind of device',
    description:
      'Returns the URL to which `GET` redirects, for apps in a browser, which cannot read the target of a redirect. Open it in the browser; it is for the signed-in user and works once and for 5 minutes.',
    origin: 'base',
    access: 'user',
    needs: 'manage',
    bindings: [{ method: 'POST', path: '/v3/channel-templates/{template_id}/authorize', input: 'json' }],
    params: Type.Object({ template_id }),
    input: Type.Object({
      redirect_uri: Type.Optional(
        Text({
          maxLength: 2000,
          description:
            'Where the page finally redirects: a URL at one of the application’s origins or the platform’s own. Without it, the same as for `GET`.',
        }),
      ),
    }),
    reply: Type.Object(
      { url: Type.String({ description: 'URL of the page to open.', format: 'uri' }) },
      { title: 'AuthorizationPage' },
    ),
    status: 201,
    errors: ['not_found', 'maker_failed', 'maker_late'],
    example: {
      input: { template_id: profile, redirect_uri: 'http://127.0.0.1:8480/home/add' },
      reply: {
        url: `http://127.0.0.1:8480/v3/channel-templates/${profile}/authorization-page?ticket=azt_`,
      },
    },
  }),
  found: operation({
    id: 'pairing.found',
    summary: 'List the devices found',
    description:
      'Devices of one kind that the signed-in user authorized in the last hour. Empty until the user completes the authorization page.',
    origin: 'base',
    access: 'user',
    needs: 'manage',
    bindings: [{ method: 'GET', path: '/v3/legacy/profiles/{template_id}/channels', input: 'query' }],
    params: Type.Object({ template_id }),
    input: Empty,
    reply: Type.Array(FoundDevice),
    status: 200,
    errors: ['not_found', 'maker_failed', 'maker_late'],
    example: {
      input: { template_id: profile },
      reply: [{ id, content, activity: '', photoUrl: 'http://127.0.0.1:8480/images/color-light.png' }],
    },
  }),
  add: operation({
    id: 'pairing.add',
    summary: 'Add found devices',
    description:
      'Each device becomes a channel with tiles in the user’s default area. Devices that were added before stay as they are; if all of them were, the response is 409. A maker may take 45 seconds.',
    origin: 'base',
    access: 'home',
    needs: 'manage',
    bindings: [{ method: 'POST', path: '/v3/legacy/users/{user_id}/channels', input: 'json' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: Type.Object({
      profile: Text({ minLength: 1, maxLength: 200, description: 'Channel template id.' }),
      channels: Type.Array(
        Type.Object({
          id: Text({ minLength: 1, maxLength: 200, description: 'Id of a found device.' }),
          content: Type.Optional(Text({ maxLength: 200, description: 'A new name for it.' })),
        }),
        { description: 'The devices to add.', minItems: 1, maxItems: 50 },
      ),
    }),
    reply: Type.Array(AddedChannel),
    status: 200,
    // The platform waits 45 seconds for the maker.
    timeoutMs: 60_000,
    errors: [
      'no_user',
      'not_found',
      'not_granted',
      'already_there',
      'quota_exceeded',
      'maker_failed',
      'maker_late',
    ],
    example: {
      input: { user_id: 'me', profile, channels: [{ id }] },
      reply: [{ id, found_id: id, content, profile }],
    },
  }),
};
