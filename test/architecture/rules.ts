import { posix } from 'node:path';
import type { Import } from './sources.ts';

/** The wings of `server/src` from the lowest up. A wing imports only those of the lines before its own. */
const WINGS: readonly (readonly string[])[] = [
  ['platform'],
  ['database'],
  ['config'],
  ['core'],
  ['identity', 'devices'],
  ['telemetry'],
  ['home'],
  ['automation'],
  ['sign-in'],
  ['connections'],
  ['admin'],
  ['app'],
  ['process'],
  ['cli'],
];

/** The wings of Home from the lowest up. A wing imports only those before its own. */
export const HOME_WINGS = ['kit', 'tablet', 'data', 'person', 'devices', 'automation', 'house', 'app'];

/** The wings of the portal's pages from the lowest up: those of the server, and what all pages use. */
export const PORTAL_WINGS = [
  'session',
  'ui',
  'devices',
  'identity',
  'connections',
  'core',
  'admin',
  'overview',
];

/** Wings that consist of features: a folder each, used through its index.ts. */
export const WINGS_OF_FEATURES = [
  'core',
  'identity',
  'devices',
  'telemetry',
  'home',
  'automation',
  'sign-in',
  'connections',
  'admin',
];

/** Returns whether only tests use the file. Of the rules, only those between workspaces apply to it. */
export const isTestCode = (path: string) =>
  /(\.test|\.long-test|\/testing|\/testing-child|\/fixtures?)\.tsx?$|\/testing\//.test(path) ||
  path.startsWith('test/');

/** Each bridge is a workspace of its own. */
export const workspaceOf = (path: string) => path.split('/', path.startsWith('bridges/') ? 2 : 1).join('/');
const isBuiltin = (specifier: string) => specifier.startsWith('node:');
const isShipped = (path: string) => path.startsWith(`${workspaceOf(path)}/src/`) && !isTestCode(path);

/** Which packages the shipped sources of a workspace may import. */
export const packageRules: Record<string, (used: Import, path: string) => boolean> = {
  contract: ({ specifier }) => specifier === 'typebox' || specifier.startsWith('typebox/'),
  units: () => false,
  broker: ({ specifier }) => isBuiltin(specifier) || specifier === 'ws',
  storage: ({ specifier }) => isBuiltin(specifier) || specifier === 'kysely' || specifier === 'pg',
  model: ({ specifier, isType }) => specifier === '@azulejo/contract' && isType,
  // Decides without reading or writing anything, and without a clock.
  automations: ({ specifier, isType }) =>
    (specifier === '@azulejo/contract' && isType) ||
    /^(@azulejo\/(units|model)|suncalc|temporal-polyfill)$/.test(specifier),
  // Makes templates and converts values, without reading or writing anything.
  devices: ({ specifier, isType }) =>
    (specifier === '@azulejo/contract' && isType) ||
    /^(@azulejo\/units|node:crypto|@huggingface\/jinja)$/.test(specifier),
  catalog: ({ specifier }) =>
    isBuiltin(specifier) || /^(@azulejo\/(contract|devices)|typebox)$/.test(specifier),
  // MQTT is larger than the rest of the SDK, so only programs that use live values load it. Managers run in
  // Node only.
  sdk: ({ specifier, isType, isDynamic }, path) =>
    (isBuiltin(specifier) && path.startsWith('sdk/src/manager/')) ||
    specifier === '@azulejo/units' ||
    specifier === '@azulejo/model' ||
    (specifier === 'mqtt' && (isType || isDynamic === true)),
  web: ({ specifier, isType }) =>
    (specifier === '@azulejo/contract' && isType) ||
    /^@azulejo\/contract\/(audit-actions|limits)$/.test(specifier) ||
    /^@azulejo\/sdk(\/portal)?$/.test(specifier) ||
    specifier === '@azulejo/model' ||
    /^@azulejo\/automations\/(definition|offers|words(\/history)?)$/.test(specifier) ||
    !/^(@azulejo\/|node:)/.test(specifier),
  // Programs like those of makers: they know the platform only through the SDK.
  'bridges/common': ({ specifier, isType }) =>
    isBuiltin(specifier) ||
    (specifier === '@azulejo/contract' && isType) ||
    /^(@azulejo\/(devices|model|sdk\/manager)|mqtt(-packet)?)$/.test(specifier),
  'bridges/mqtt-discovery': ({ specifier }) =>
    isBuiltin(specifier) || /^@azulejo\/(bridge|devices\/home-assistant|sdk\/manager)$/.test(specifier),
  'bridges/zigbee2mqtt': ({ specifier }) =>
    isBuiltin(specifier) || /^@azulejo\/(bridge|devices|sdk\/manager)$/.test(specifier),
  server: ({ specifier }) => !/^@azulejo\/(sdk|test|tools|storage\/testing)\b/.test(specifier),
  test: () => true,
  tools: () => true,
};

/** The wing of a server file. `main.ts` and the entries of the package are above all wings. */
export type Place = {
  readonly wing: string | undefined;
  readonly level: number;
  /** For example `home/tiles`. */
  readonly feature?: string;
};

export function placeOf(path: string): Place {
  const [wing = '', folder, name] = path.replace('server/src/', '').split('/');
  if (folder === undefined) return { wing: undefined, level: WINGS.length };
  const level = WINGS.findIndex((each) => each.includes(wing));
  const isFeature = WINGS_OF_FEATURES.includes(wing) && name !== undefined;
  return isFeature ? { wing, level, feature: `${wing}/${folder}` } : { wing, level };
}

/**
 * Who may know that there are other servers. Everything else emits domain events, which `other-servers.ts` publishes,
 * and listens to those that it emits.
 */
const KNOW_OTHER_SERVERS =
  /^server\/src\/(platform\/server-bus\/|app\/|connections\/mqtt\/server-messages\.ts$)/;

/** Returns why one file of the server may not import another, or undefined when it may. */
function findServerViolation(path: string, target: string): string | undefined {
  const [from, to] = [placeOf(path), placeOf(target)];
  const isForeign = to.feature !== undefined && to.feature !== from.feature;
  if (isForeign && !target.endsWith(`/${to.feature}/index.ts`))
    return 'a feature is used through its index.ts';
  if (isTestCode(path)) return undefined;
  if (isTestCode(target)) return 'test code is for tests';
  if (target.startsWith('server/src/platform/server-bus/') && !KNOW_OTHER_SERVERS.test(path))
    return 'features do not know the bus between servers';
  if (to.level > from.level || (to.level === from.level && to.wing !== from.wing))
    return `${from.wing} may not import from ${to.wing}`;
  return undefined;
}

/** Returns why a file of `web/` may not import another: only Home imports Home, and only the portal the portal. */
function findWebViolation(path: string, target: string): string | undefined {
  const [from, to] = [path, target].map((each) => each.replace('web/src/', '').split('/', 1).join(''));
  if (!isTestCode(path) && isTestCode(target)) return 'test code is for tests';
  if (from === to) return undefined;
  return to === 'home' || to === 'portal' ? `${from} may not import from ${to}` : undefined;
}

/** Returns why a file may not import what it does, or undefined when it may. */
export function findViolation(path: string, used: Import): string | undefined {
  const { specifier } = used;
  const workspace = workspaceOf(path);
  if (!specifier.startsWith('.')) {
    const isAllowed = !isShipped(path) || packageRules[workspace]?.(used, path) === true;
    return isAllowed ? undefined : `${workspace} may not import this package`;
  }
  const target = posix.join(posix.dirname(path), specifier);
  if (workspaceOf(target) !== workspace) return 'another workspace is imported by its name';
  if (workspace === 'web') return findWebViolation(path, target);
  return workspace === 'server' ? findServerViolation(path, target) : undefined;
}
