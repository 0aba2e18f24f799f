import { posix } from 'node:path';
import type { Import } from './sources.ts';

/** The features from the lowest up, as ARCHITECTURE.md writes them: each may use those before it. */
export const FEATURES = [
  'audit',
  'access',
  'traffic',
  'applications',
  'users',
  'units',
  'templates',
  'makers',
  'channels',
  'commands',
  'events',
  'history',
  'values',
  'tiles',
  'context',
  'homes',
  'auth',
  'accounts',
  'password-reset',
  'preferences',
  'places',
  'surveys',
  'uploads',
  'devices',
  'virtual-devices',
  'services',
  'pairing',
  'device-pages',
  'legacy-lists',
  'live',
  'home-application',
  'removal',
  'user-data',
  'portal-accounts',
  'monitoring',
  'portal',
  'demo',
];

/** Tests and what only tests import: free of the layers, not of the borders between workspaces. */
export const isTestCode = (path: string) =>
  /(\.test|\.long-test|\/testing|\/testing-child|\/fixtures?)\.ts$|\/testing\//.test(path) ||
  path.startsWith('test/');

export const workspaceOf = (path: string) => path.split('/', 1).join('');
const isBuiltin = (specifier: string) => specifier.startsWith('node:');
const isShipped = (path: string) => path.startsWith(`${workspaceOf(path)}/src/`) && !isTestCode(path);

/** Which packages the shipped sources of a workspace may import. */
export const packageRules: Record<string, (used: Import) => boolean> = {
  contract: ({ specifier }) => specifier === 'typebox' || specifier.startsWith('typebox/'),
  units: () => false,
  catalog: ({ specifier }) =>
    isBuiltin(specifier) || specifier === '@azulejo/contract' || specifier === 'typebox',
  // MQTT weighs more than the rest of the SDK: who does not use live values does not load it.
  sdk: ({ specifier, isType, isDynamic }) =>
    (specifier === '@azulejo/contract' && isType) ||
    specifier === '@azulejo/units' ||
    (specifier === 'mqtt' && (isType || isDynamic === true)),
  web: ({ specifier, isType }) =>
    (specifier === '@azulejo/contract' && isType) ||
    specifier === '@azulejo/sdk' ||
    !/^(@azulejo\/|node:)/.test(specifier),
  server: ({ specifier }) => !/^@azulejo\/(sdk|test|tools)\b/.test(specifier),
  test: () => true,
  tools: () => true,
};

/** Where a file of the server stands. `wiring` is what lies directly in `server/src` and in `cli/`. */
type Place = { readonly layer: 'platform' | 'database' | 'feature' | 'wiring'; readonly feature?: string };

export function placeOf(path: string): Place {
  const [folder, name] = path.replace('server/src/', '').split('/');
  if (folder === 'platform' || folder === 'database') return { layer: folder };
  return folder === 'features' && name !== undefined
    ? { layer: 'feature', feature: name }
    : { layer: 'wiring' };
}

const layers: readonly Place['layer'][] = ['platform', 'database', 'feature', 'wiring'];

/** Why one file of the server may not import another, or undefined when it may. */
function judgeInServer(path: string, target: string): string | undefined {
  const [from, to] = [placeOf(path), placeOf(target)];
  const isForeign = to.feature !== undefined && to.feature !== from.feature;
  if (isForeign && !target.endsWith(`/features/${to.feature}/index.ts`))
    return 'a feature is used through its index.ts';
  if (isTestCode(path)) return undefined;
  if (isTestCode(target)) return 'test code is for tests';
  if (layers.indexOf(to.layer) > layers.indexOf(from.layer)) return `${from.layer} may not know ${to.layer}`;
  if (from.feature === undefined || to.feature === undefined || !isForeign) return undefined;
  const isDownwards = FEATURES.indexOf(to.feature) < FEATURES.indexOf(from.feature);
  return isDownwards ? undefined : `feature ${from.feature} stands below ${to.feature}`;
}

/** The two pages share what lies beside them, and nothing else. */
function judgeInWeb(path: string, target: string): string | undefined {
  const [from, to] = [path, target].map((each) => each.replace('web/src/', '').split('/', 1).join(''));
  if (from === to) return undefined;
  return to === 'home' || to === 'portal' ? `${from} may not know ${to}` : undefined;
}

/** Why a file may not import what it does, or undefined when it may. */
export function judge(path: string, used: Import): string | undefined {
  const { specifier } = used;
  const workspace = workspaceOf(path);
  if (!specifier.startsWith('.')) {
    const isAllowed = !isShipped(path) || packageRules[workspace]?.(used) === true;
    return isAllowed ? undefined : `${workspace} may not import this package`;
  }
  const target = posix.join(posix.dirname(path), specifier);
  if (workspaceOf(target) !== workspace) return 'another workspace is imported by its name';
  if (workspace === 'web') return judgeInWeb(path, target);
  return workspace === 'server' ? judgeInServer(path, target) : undefined;
}
