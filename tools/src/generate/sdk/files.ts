import {
  type AnyOperation,
  accessStates,
  ClientMessage,
  ErrorBody,
  FieldError,
  operations,
  PlatformMessage,
  portalOperations,
} from '@azulejo/contract';
import type { GeneratedFile } from '../files.ts';
import { renderResources } from './resources.ts';
import { renderSdkRoutes } from './routes.ts';
import { createTypeWriter, type JsonSchema, type TypeWriter } from './type-writer.ts';

const HEADER = '// Generated from contract/ by `npm run generate`.\n';

/** Types that no operation names, but that clients meet in errors and messages. */
const others: readonly (JsonSchema | AnyOperation['reply'])[] = [
  ErrorBody,
  { ...FieldError, title: 'FieldError', description: 'A rejected field of a request.' },
  ClientMessage,
  PlatformMessage,
  {
    type: 'string',
    title: 'AccessState',
    description: 'A value of the property `access`, which says whether the device can be reached.',
    enum: accessStates,
  },
];

/** Returns the generated files of the SDK: routes, types of records, and interfaces of resources. */
export function renderSdk(): GeneratedFile[] {
  const shared = createTypeWriter();
  for (const schema of others) shared.typeOf(schema);
  const api = filesOf('sdk/src/api', '', operations, shared, '');
  const portal = createTypeWriter(new Set(shared.declarations.keys()));
  return [...api, ...filesOf('sdk/src/portal', 'Portal', portalOperations, portal, '../api/')];
}

function filesOf(
  folder: string,
  prefix: string,
  all: readonly AnyOperation[],
  types: TypeWriter,
  shared: string,
): GeneratedFile[] {
  const called = all.filter(({ status }) => status !== 303);
  const resources = renderResources(called, prefix, types);
  for (const { reply } of called) types.typeOf(reply);
  const declared = [...types.declarations].sort(([one], [other]) => (one < other ? -1 : 1));
  const importOf = (names: Iterable<string>, from: string) => {
    const sorted = [...names].sort();
    return sorted.length === 0 ? '' : `import type { ${sorted.join(', ')} } from '${from}';\n`;
  };
  const used = namedIn(resources, [...types.declarations.keys(), ...types.imported]);
  const own = used.filter((name) => types.declarations.has(name));
  const fromShared = used.filter((name) => !types.declarations.has(name));
  const sharedTypes = `${shared}types.generated.ts`;
  return [
    { path: `${folder}/routes.generated.ts`, content: renderSdkRoutes(called) },
    {
      path: `${folder}/types.generated.ts`,
      content: [
        HEADER + importOf(namedIn([...types.declarations.values()].join(), types.imported), sharedTypes),
        ...declared.map(([, text]) => text),
      ].join('\n'),
    },
    {
      path: `${folder}/resources.generated.ts`,
      content: `${HEADER}import type { CallOptions } from '../call.ts';
import type { List } from '../list.ts';
import type { ImageType } from '../methods.ts';
${importOf(fromShared, sharedTypes)}${importOf(own, './types.generated.ts')}
${resources}`,
    },
  ];
}

/** Returns the names that occur in the code outside of its comments. */
function namedIn(code: string, names: Iterable<string>): string[] {
  const words = new Set(code.replace(/\/\*\*.*?\*\//gs, '').match(/\w+/g));
  return [...names].filter((name) => words.has(name));
}
