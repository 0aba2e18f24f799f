import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

export type Import = {
  readonly specifier: string;
  readonly isType: boolean;
  /** Imported at run time by `import(…)`. */
  readonly isDynamic?: boolean;
};
export type Source = {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly readsEnvironment: boolean;
};

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The workspaces of package.json. */
export const { workspaces } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as {
  workspaces: string[];
};

/** Returns every source file of the repository with its imports. */
export async function readSources(): Promise<Source[]> {
  const patterns = workspaces.map((workspace) => `${workspace}/**/*.{ts,tsx}`);
  const exclude = ['**/node_modules/**', '**/dist/**', '**/*.d.ts'];
  const found: Source[] = [];
  for await (const path of glob(patterns, { cwd: root, exclude })) {
    found.push(parse(path, await readFile(`${root}${path}`, 'utf8')));
  }
  return found;
}

export function parse(path: string, text: string): Source {
  const imports: Import[] = [];
  let readsEnvironment = false;
  const { program, errors } = parseSync(path, text);
  assert.deepEqual(errors, [], `${path} cannot be parsed`);
  const add = (specifier: unknown, isType: boolean, isDynamic = false) => {
    if (typeof specifier === 'string') imports.push({ specifier, isType, isDynamic });
  };
  new Visitor({
    ImportDeclaration({ source, importKind, specifiers }) {
      const named = specifiers.map((one) => (one.type === 'ImportSpecifier' ? one : undefined));
      const allTypes = named.length > 0 && named.every((one) => one?.importKind === 'type');
      add(source.value, importKind === 'type' || allTypes);
      if (source.value.endsWith('process')) {
        readsEnvironment ||= named.some(
          (one) => one?.imported.type === 'Identifier' && one.imported.name === 'env',
        );
      }
    },
    ExportNamedDeclaration: ({ source, exportKind }) => add(source?.value, exportKind === 'type'),
    ExportAllDeclaration: ({ source, exportKind }) => add(source.value, exportKind === 'type'),
    ImportExpression: ({ source }) => add(source.type === 'Literal' ? source.value : undefined, false, true),
    TSImportType: ({ source }) => add(source.value, true),
    MemberExpression({ object, property, computed }) {
      const name =
        computed && property.type === 'Literal' ? property.value : 'name' in property && property.name;
      readsEnvironment ||= object.type === 'Identifier' && object.name === 'process' && name === 'env';
    },
    VariableDeclarator({ init }) {
      readsEnvironment ||= init?.type === 'Identifier' && init.name === 'process';
    },
  }).visit(program);
  return { path, lines: text.trimEnd().split('\n').length, imports, readsEnvironment };
}
