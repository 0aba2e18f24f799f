/** Rules for what the Android app's parser and screens accept (android-app 1.5, 1.6, 2). */
import {
  date,
  flag,
  id,
  image,
  listIfAny,
  mapOf,
  number,
  present,
  runDate,
  text,
  texts,
  whole,
} from './android-types.ts';
import {
  broker,
  isObject,
  list,
  needed,
  object,
  oneOf,
  optional,
  origin,
  type Rule,
  requireThat,
} from './rules.ts';

export const tokenRecord = object({
  access_token: id,
  client_id: id,
  owner_id: id,
  refresh_token: id,
  expires: date,
  scope: list(text),
  endpoints: object({ http: origin, mqtt: broker }),
});

export const user = object({ id, name: text, email: text, photoUrl: text, authToken: text });

export const preferences = object({
  units: text,
  hour_format: text,
  timezone: text,
  currency: text,
  language: text,
  locale: text,
  notifications: text,
});

export const tags = object({ tags: list(text) });

const place = object({
  id,
  name: text,
  address: text,
  latitude: number,
  longitude: number,
  wifi: listIfAny(object({ ssid: text, bssid: text })),
});
export const places = object({ places: list(place) });

const workerParams = object({
  id: text,
  label: text,
  inputsLabel: text,
  condition: text,
  predicateLabel: text,
  inputs: listIfAny(
    object({
      id: text,
      controlInterfaceId: text,
      path: listIfAny(object({ source: text, target: text })),
    }),
  ),
});

const property = object({
  id,
  label: text,
  agentLabel: text,
  io: text,
  schema: text,
  isTriggerable: flag,
  isActionable: flag,
  isStateful: flag,
  onChange: flag,
  rateLimit: whole,
  states: listIfAny(workerParams),
  actions: listIfAny(workerParams),
  triggers: listIfAny(workerParams),
  controlInterfaces: listIfAny(object({ id: text, controlInterface: text })),
  classes: texts,
  requiredCapabilities: texts,
  components: texts,
  unitsOptions: optional(object({ targetImperial: text, targetMetric: text, muzzleyUnit: text })),
});

/** The app reads a video's size as a number (android-app 2.3). */
const nativePart: Rule = (value, at) => {
  object({ id: text, type: text, size: text })(value, at);
  if (isObject(value) && value['type'] === 'video')
    requireThat(Number(value['size']) > 0, `${at}.size`, 'is no ratio');
};

/** Without it, a tap on the tile opens nothing (android-app 2.10). */
const deviceInterface = object({
  uuid: id,
  etag: id,
  src: text,
  url: text,
  native: listIfAny(nativePart),
});

const channel = object({
  id,
  remoteId: text,
  content: text,
  profileId: id,
  profileName: text,
  photoUrl: image,
  backgroundPhotoUrl: image,
  tilePhotoUrl: image,
  activity: text,
  authorized: flag,
  categories: texts,
  components: listIfAny(object({ id, type: id, label: text, groups: texts, classes: texts })),
  properties: listIfAny(property),
  interface: deviceInterface,
  isActionable: flag,
  isTriggerable: flag,
  isStateful: flag,
  subscribed: flag,
});
export const channels = object({ channels: list(channel) });

const information = object({
  id: text,
  type: id,
  componentType: id,
  property: id,
  label: text,
  options: object({
    inputUnit: text,
    suffix: text,
    prefix: text,
    mathExpression: text,
    inputPath: text,
    format: text,
    char: text,
  }),
});

const action = object({
  id: text,
  type: id,
  componentType: id,
  property: id,
  options: object({ icon: text, outputPath: text }),
});

/** The app reads the four lists of every tile and has no default for a missing one (android-app 2.4). */
const tile = object({
  id,
  label: text,
  channel: id,
  profile: text,
  remoteId: text,
  photoUrl: image,
  photoUrlAlt: image,
  overlayUrl: text,
  groups: list(id),
  components: list(object({ id, type: id, requiredCapabilities: texts })),
  information: list(information),
  actions: list(action),
  isGroupable: flag,
});
export const tiles = object({ tiles: list(tile) });

/** The app treats an empty parent as one, and hides the group (android-app 2.4). */
export const tileGroup = object({
  id,
  label: id,
  parent: (value, at) => requireThat(value !== '', at, 'is empty'),
});
export const tileGroups = object({ tileGroups: list(tileGroup) });

const unit = object({
  profile: id,
  channel: id,
  component: id,
  property: id,
  label: text,
  choices: list(present),
});
export const worker = object({
  id,
  label: needed(text),
  lastRun: runDate,
  triggers: listIfAny(unit),
  actions: listIfAny(unit),
  states: listIfAny(unit),
  unsorted: listIfAny(unit),
});
export const workers = object({ workers: list(worker) });

export const cards = object({
  cards: list(object({ id, created: date, updated: date, interaction: object({ stages: list(present) }) })),
});

export const shortcuts = object({ shortcuts: list(object({ id, label: text })) });
export const shortcutSuggestions = object({ shortcutSuggestions: list(object({ label: text })) });

/** An element without one of these breaks two screens (android-app 2.8). */
const templateElement: Rule = (value, at) => {
  object({
    recipe_id: text,
    overlay: text,
    template: object({
      additionable: needed(flag),
      name: text,
      icon: image,
      image,
      recipe: text,
      required_capability: oneOf(undefined, null, 'discovery-webview', 'discovery-recipe'),
      type: oneOf(undefined, null, 'device'),
    }),
  })(value, at);
  const { template } = value as { template: Record<string, unknown> };
  if (template['additionable'] === true) id(template['id'], `${at}.template.id`);
};
export const templates = object({ elements: list(templateElement) });

const bundle = object({
  id,
  name: text,
  authorizationUrl: text,
  photoUrlSquared: image,
  profiles: listIfAny(object({ id, occurrences: needed(whole) })),
  tutorial: optional(object({ url: text, steps: listIfAny(object({ url: text, type: text })) })),
  requiredCapability: oneOf(undefined, null, 'discovery-webview', 'discovery-recipe'),
});
export const services = object({ services: listIfAny(bundle), bundles: listIfAny(bundle) });

export const subscriptions = object({
  serviceSubscriptions: list(object({ id, state: flag, name: text, squaredImageUrl: image, infoUrl: text })),
});

const unitSpec = object({
  name: object({ singular: text, plural: text }),
  prefix: text,
  suffix: text,
  decimalPlaces: whole,
});
export const units = object({ unitSpec: mapOf(unitSpec), unitCalc: mapOf(mapOf(text)) });

/** The app sends both maps of variables, neither of which may be empty (android-app 7.2). */
const variables: Rule = (value, at) => {
  mapOf(text)(value, at);
  for (const part of ['headers.', 'payload.'])
    requireThat(
      Object.keys(value as object).some((name) => name.startsWith(part)),
      at,
      `names nothing that begins with ${part}`,
    );
};

const step = object({
  id: text,
  href: (value, at) =>
    requireThat(typeof value === 'string' && /^\/[^?]*$/.test(value), at, 'is no path without a query'),
  meta: object({ variables }),
});

const actionPath: Rule = (value, at) =>
  requireThat(typeof value === 'string' && /^\/[^?]*$/.test(value), at, 'is no path without a query');

const payload: Rule = (value, at) => {
  object({ action: text, action_version: oneOf(undefined, null, '', 'v1') })(value, at);
  const { action, ...rest } = value as Record<string, unknown>;
  if (action === 'oauth') actionPath(rest['authorization_url'], `${at}.authorization_url`);
  if (action === 'send_selected_devices')
    list(object({ id, content: needed(text) }))(rest['devices'], `${at}.devices`);
};

export const recipeResult = object({
  total_steps: whole,
  next_step: (value, at) => {
    if (value !== undefined && value !== null) step(value, at);
  },
  response: optional(object({ payload })),
});

/** The devices found for a profile, and the added ones, both as plain arrays (android-app 2.3). */
export const foundDevices = list(object({ id, content: needed(text), activity: text, photoUrl: image }));
export const addedChannels = list(object({ id }));

export const version = object({ minimumVersion: text, goodUntil: optional(date) });

export const anyObject = object({});
