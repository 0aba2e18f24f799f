/** Rules for what the iOS app's parser accepts, and what crashes it (ios-app 1.2 and 2). */
import {
  absoluteUrl,
  all,
  broker,
  flag,
  isObject,
  list,
  noNull,
  number,
  object,
  oneOf,
  optional,
  origin,
  type Rule,
  requireThat,
  text,
  word,
} from './rules.ts';

const texts = list(text);
const present: Rule = (value, at) => requireThat(value !== undefined && value !== null, at, 'is missing');

/** The app requires milliseconds (ios-app 1.4). */
const date: Rule = (value, at) =>
  requireThat(
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d{4}$/.test(value),
    at,
    'is no date in the form that the app reads',
  );

const runDate: Rule = (value, at) =>
  requireThat(
    value === undefined ||
      value === '' ||
      (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|\+0000)$/.test(value)),
    at,
    'is a date that ends the app',
  );

/** May be absent or empty; anything else must be a URL (ios-app 7.1). */
const imageOrEmpty: Rule = (value, at) => {
  if (value !== undefined && value !== '') absoluteUrl(value, at);
};

/** The app puts it into a URL without escaping (ios-app 1.4). */
const urlSafe: Rule = (value, at) =>
  requireThat(typeof value === 'string' && /^[\w.~-]+$/.test(value), at, 'is not safe in a URL');

export const tokenRecord = all(
  noNull,
  object({
    access_token: word,
    client_id: urlSafe,
    owner_id: word,
    refresh_token: urlSafe,
    expires: date,
    endpoints: object({ http: origin, mqtt: broker }),
  }),
);

const preferences = object({
  units: optional(oneOf('metric', 'imperial')),
  timezone: optional(text),
  currency: optional(text),
  hourFormat: optional(oneOf(12, 24)),
  language: optional(text),
  locale: optional(text),
  notifications: optional(
    object({ email: optional(object({ state: flag })), sms: optional(object({ state: flag })) }),
  ),
});

/** Only the preferences are stored unchanged, so they must not contain null (ios-app 5.4). */
export const user = object({
  id: word,
  name: optional(text),
  email: optional(text),
  photo: optional(absoluteUrl),
  preferences: all(noNull, preferences),
});

const place = object({
  id: text,
  name: text,
  address: optional(text),
  latitude: number,
  longitude: number,
  wifi: list(object({ ssid: text, bssid: text })),
});
export const places = all(noNull, object({ places: list(place) }));
export const tags = all(noNull, object({ tags: texts }));

const property = object({
  id: word,
  label: text,
  components: list(word),
  classes: texts,
  requiredCapabilities: optional(texts),
  isActionable: flag,
  isTriggerable: flag,
  isStateful: flag,
  unitsOptions: optional(object({})),
});

/** A part's size is a text with a number, by which the page's player divides (ios-app 9.1). */
const nativePart: Rule = (value, at) => {
  object({ id: text, type: text, size: text })(value, at);
  if (isObject(value) && value['type'] === 'video')
    requireThat(Number(value['size']) > 0, `${at}.size`, 'is no ratio');
};

/** With an empty etag, the app keeps the page it has. The uuid is part of a key path (ios-app 9.2). */
const deviceInterface = object({
  uuid: (value, at) =>
    requireThat(typeof value === 'string' && /^[^.@]+$/.test(value), at, 'cannot be the key of a page'),
  etag: (value, at) =>
    requireThat(typeof value === 'string' && /^"[^"A-Z]+"$/.test(value), at, 'is not a quoted, small ETag'),
  native: list(nativePart),
});

/** Events are matched by one id, and writes are sent to the other (ios-app 4.6). */
const remoteIdIsId: Rule = (value, at) => {
  const { id, remoteId } = value as Record<string, unknown>;
  requireThat(id === remoteId, `${at}.remoteId`, 'is not the id, and the tile hears nothing');
};

const channel = all(
  object({
    id: word,
    profileId: word,
    content: text,
    photoUrl: optional(absoluteUrl),
    isActionable: flag,
    isTriggerable: flag,
    isStateful: flag,
    categories: texts,
    interface: deviceInterface,
    components: list(object({ id: word, type: word, label: text, classes: texts })),
    properties: list(property),
  }),
  remoteIdIsId,
);
export const channels = all(noNull, object({ channels: list(channel) }));

const information = object({
  type: word,
  componentType: word,
  property: word,
  label: optional(text),
  options: object({}),
});

const action: Rule = (value, at) => {
  object({ type: word, componentType: word, property: word, options: object({}) })(value, at);
  const { type, options } = value as { type: string; options: Record<string, unknown> };
  if (type === 'tri-state') object({ icon: optional(text), mappings: object({}) })(options, `${at}.options`);
};

/** Every screen that names the device needs both pictures (ios-app 2.4). */
const tile = object({
  id: word,
  label: text,
  profile: word,
  channel: word,
  groups: list(word),
  components: list(object({ id: word, type: word })),
  information: list(information),
  actions: list(action),
  isGroupable: flag,
  overlayUrl: imageOrEmpty,
  photoUrl: absoluteUrl,
  photoUrlAlt: absoluteUrl,
});
export const tiles = all(noNull, object({ tiles: list(tile) }));

export const tileGroup = object({ id: word, label: text, parent: optional(word) });
export const tileGroups = all(noNull, object({ tileGroups: list(tileGroup) }));

/** Rules without their own pictures crash the list of agents (ios-app 6.2). */
const rule = object({
  channel: word,
  component: word,
  label: text,
  photoUrl: absoluteUrl,
  photoUrlAlt: absoluteUrl,
});
export const worker = object({
  id: word,
  label: text,
  lastRun: runDate,
  triggers: optional(list(rule)),
  actions: optional(list(rule)),
  states: optional(list(rule)),
});
export const workers = all(noNull, object({ workers: list(worker) }));

export const cards = object({
  elements: list(object({ id: word, interaction: object({ stages: list(object({})) }) })),
});
export const shortcuts = object({ shortcuts: list(object({ id: word, label: text })) });

export const templates = object({
  elements: list(
    object({
      recipe_id: optional(text),
      overlay: imageOrEmpty,
      template: object({
        id: word,
        name: text,
        image: imageOrEmpty,
        required_capability: optional(oneOf('discovery-webview', 'discovery-recipe')),
        open_oauth_in_browser: optional(flag),
      }),
    }),
  ),
});

/** A subscription crashes this build of the app, so there may be none (ios-app 7.4). */
export const services = object({
  services: list(object({ photoUrlSquared: absoluteUrl })),
  bundles: list(object({})),
});
export const subscriptions = all(
  noNull,
  object({ serviceSubscriptions: list(object({ id: word, name: text, squaredImageUrl: absoluteUrl })) }),
);

export const units = object({ version: present, unitSpec: object({}), unitCalc: object({}) });

const path: Rule = (value, at) =>
  requireThat(typeof value === 'string' && /^\/v3\/[^?]*$/.test(value), at, 'is no path of the API');

const nextStep = object({ id: text, href: path });

const payload: Rule = (value, at) => {
  object({ action: word, action_version: oneOf(undefined, '', 'v1') })(value, at);
  const { action, ...rest } = value as Record<string, unknown>;
  if (action === 'oauth') path(rest['authorization_url'], `${at}.authorization_url`);
  if (action === 'show_info') word(rest['next_local_key'], `${at}.next_local_key`);
};

/** The first answer has no action, every other one has, and the last has no `next_step` (ios-app 7.3). */
export const recipeMeta = object({ total_steps: optional(number), next_step: nextStep });
export const recipeResult = all(
  noNull,
  object({ next_step: optional(nextStep), response: object({ payload }) }),
);

export const foundDevices = list(object({ id: word, content: text, photoUrl: imageOrEmpty }));
export const addedChannels = list(object({ id: word }));
export const newGroup = object({ id: word, label: text });
export const anyObject = object({});
