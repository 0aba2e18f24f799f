import type { Right, Tree } from '@azulejo/contract';
import fc from 'fast-check';

/** The principal of a live session, as the rights see it. */
export type Principal = {
  kind: 'user' | 'client';
  id: string;
  clientId: string;
  scopes: readonly string[];
  tree: Tree;
  rights: 'all' | ReadonlySet<Right>;
};

export type Case = { principal: Principal; filter: string; topic: string };

/** Some ids share prefixes or suffixes, so that a comparison of parts of an id fails the test. */
export const users = ['8f0d1c9e', '8f0d1c9', '8f0d1c9e1', '0d1c9e', 'café', '1'];
export const clients = ['c2d4', 'c2d', 'c2d44', '2d4', 'users', '1'];

export const scopesOf = {
  users: ['application', 'user'],
  applications: ['application'],
  managers: ['manager'],
  devices: ['device'],
} as const satisfies Record<Tree, readonly string[]>;

const trees = Object.keys(scopesOf) as Tree[];

const principals: fc.Arbitrary<Principal> = fc
  .record({
    tree: fc.constantFrom(...trees),
    user: fc.constantFrom(...users),
    client: fc.constantFrom(...clients),
    // One sign-in in ten has a scope that gives no right to channels.
    // One in five is limited to some rights.
    limitedTo: fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.subarray<Right>(['view', 'control', 'manage']) },
    ),
    isScoped: fc.integer({ min: 0, max: 9 }).map((die) => die > 0),
  })
  .map(({ tree, user, client, isScoped, limitedTo }) => ({
    kind: tree === 'users' ? ('user' as const) : ('client' as const),
    id: tree === 'users' ? user : client,
    clientId: client,
    scopes: isScoped ? scopesOf[tree] : ['sysadmin'],
    tree,
    rights: limitedTo === undefined ? ('all' as const) : new Set(limitedTo),
  }));

const words = ['v3', ...trees, 'channels', 'grants', 'components', 'properties', 'value', 'self', 'me'];
const strange = [
  '',
  ' ',
  '$SYS',
  '$share',
  'group',
  '\0',
  'é',
  'e\u0301',
  '\u{1f600}',
  '\ufeff',
  'V3',
  '..',
  '%2F',
];

// The unit `binary` of fast-check first makes a table of all code points, which takes a second.
const codePoint = fc
  .nat(0x10_ff_ff)
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code));
const level = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom(...users, ...clients),
  fc.constantFrom(...strange),
  fc.constantFrom('+', '#'),
  fc
    .constantFrom('channels', 'grants', ...trees, ...users, ...clients)
    .chain((word) =>
      fc.constantFrom(`${word}x`, `${word}+`, `${word}#`, `${word}\0`, `x${word}`, word.slice(1)),
    ),
  fc.string({ unit: codePoint, maxLength: 3 }).map((text) => text.replaceAll('/', '')),
);

const below = fc.array(level, { maxLength: 5 });
const nothing = fc.constant<string[]>([]);
const tail = fc.oneof(fc.constantFrom<string[]>(['#'], ['+', '#']), nothing, below);

/**
 * Generates paths that the principal owns or almost owns: unchanged, or one level changed, removed or added.
 */
function near(base: string[]): fc.Arbitrary<string[]> {
  const place = fc.nat({ max: base.length });
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(base) },
    { weight: 2, arbitrary: fc.tuple(place, level).map(([at, other]) => base.with(at % base.length, other)) },
    { weight: 1, arbitrary: place.map((at) => base.toSpliced(at, 1)) },
    { weight: 1, arbitrary: fc.tuple(place, level).map(([at, other]) => base.toSpliced(at, 0, other)) },
  );
}

function bases({ tree, id, clientId }: Principal): fc.Arbitrary<string[]> {
  const rooted = (...levels: string[]) => ['', 'v3', ...levels];
  return fc.oneof(
    fc.constantFrom('channels', 'grants').map((branch) => rooted(tree, id, branch)),
    fc.constant(rooted('applications', clientId, 'grants')),
    fc
      .tuple(level, level, level)
      .map(([channel, component, property]) =>
        rooted('channels', channel, 'components', component, 'properties', property, 'value'),
      ),
    level.map((device) => rooted('devices', device, 'grants')),
  );
}

const path = (principal: Principal, end: fc.Arbitrary<string[]>) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.tuple(bases(principal).chain(near), end).map((parts) => parts.flat()) },
    { weight: 1, arbitrary: fc.array(level, { minLength: 1, maxLength: 8 }) },
  );

/** Generates a topic that the filter matches, with other levels for its wildcards. */
const instance = (filter: string[]): fc.Arbitrary<string[]> =>
  fc.tuple(fc.array(level, { minLength: 8, maxLength: 8 }), below).map(([others, end]) =>
    filter.flatMap((each, at) => {
      if (each === '#' && at === filter.length - 1) return end;
      return each === '+' ? [others[at % others.length] ?? ''] : [each];
    }),
  );

export const caseOf: fc.Arbitrary<Case> = principals.chain((principal) =>
  path(principal, tail).chain((filter) =>
    fc
      .oneof(instance(filter), path(principal, fc.oneof(nothing, below)))
      .map((topic) => ({ principal, filter: filter.join('/'), topic: topic.join('/') })),
  ),
);
