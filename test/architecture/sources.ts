import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Program, parseSync, Visitor } from 'oxc-parser';

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
  /** Whether it sets a timer of the system. */
  readonly setsSystemTimer: boolean;
  readonly functions: readonly FunctionSpan[];
};
/** The line where a function begins, and how many it has, blank ones and comments included. */
export type FunctionSpan = { readonly line: number; readonly lines: number };

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The workspaces of package.json. */
export const { workspaces } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as {
  workspaces: string[];
};

let sources: Promise<Source[]> | undefined;

/** Returns every source file of the repository with its imports; parsing them all takes seconds. */
export function readSources(): Promise<readonly Source[]> {
  sources ??= readAll('{ts,tsx}', parse);
  return sources;
}

/** Returns every source file of the repository with its text. */
export const readTexts = () => readAll('{ts,tsx}', (path, text) => ({ path, text }));

/** Returns every style sheet of the repository with its length. */
export const readStyleSheets = () => readAll('css', (path, text) => ({ path, lines: linesOf(text) }));

async function readAll<Read>(extension: string, read: (path: string, text: string) => Read): Promise<Read[]> {
  const patterns = workspaces.map((workspace) => `${workspace}/**/*.${extension}`);
  // `server/web` is built from `web`.
  const exclude = ['**/node_modules/**', '**/dist/**', '**/*.d.ts', 'server/web/**'];
  const found: Read[] = [];
  for await (const path of glob(patterns, { cwd: root, exclude })) {
    found.push(read(path, await readFile(`${root}${path}`, 'utf8')));
  }
  return found;
}

const linesOf = (text: string): number => text.trimEnd().split('\n').length;

export function parse(path: string, text: string): Source {
  const imports: Import[] = [];
  const functions: FunctionSpan[] = [];
  let readsEnvironment = false;
  const { program, errors } = parseSync(path, text);
  assert.deepEqual(errors, [], `${path} cannot be parsed`);
  const add = (specifier: unknown, isType: boolean, isDynamic = false) => {
    if (typeof specifier === 'string') imports.push({ specifier, isType, isDynamic });
  };
  const addFunction = ({ start, end }: { start: number; end: number }) => {
    functions.push({ line: countLines(text.slice(0, start + 1)), lines: countLines(text.slice(start, end)) });
  };
  new Visitor({
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
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
  return {
    path,
    lines: countLines(text.trimEnd()),
    imports,
    readsEnvironment,
    setsSystemTimer: setsSystemTimer(program),
    functions,
  };
}

const SYSTEM_TIMERS: readonly string[] = ['setTimeout', 'setInterval'];

/** Returns whether a program sets a timer. `setImmediate` is none: it only yields. */
function setsSystemTimer(program: Program): boolean {
  let isFound = false;
  new Visitor({
    CallExpression({ callee }) {
      isFound ||= callee.type === 'Identifier' && SYSTEM_TIMERS.includes(callee.name);
    },
    ImportDeclaration({ source, specifiers }) {
      if (source.value !== 'node:timers/promises') return;
      const names = specifiers.map((one) => nameOf(one.type === 'ImportSpecifier' && one.imported));
      isFound ||= names.some((name) => name !== 'setImmediate');
    },
    ExportNamedDeclaration({ source }) {
      isFound ||= source?.value === 'node:timers/promises';
    },
    MemberExpression({ object, property }) {
      isFound ||= nameOf(object) === 'AbortSignal' && nameOf(property) === 'timeout';
    },
  }).visit(program);
  return isFound;
}

/** Returns the name of an identifier. */
const nameOf = (node: object | false): unknown => node && 'name' in node && node.name;

const countLines = (text: string) => text.split('\n').length;
