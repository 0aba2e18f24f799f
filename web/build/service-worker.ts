import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

type Options = {
  /** The script that is to become the worker. */
  readonly source: string;
  /** The page that is to open offline, as it is named in the build, and its address. */
  readonly page: string;
  readonly url: string;
  /** Lists the public files that it also shows. */
  readonly publicFiles: readonly string[];
  /** Matches the names of scripts that are not stored. */
  readonly leftOut: RegExp;
};

/** A file that the worker stores. One whose name has the hash of its content has no revision. */
type Kept = { readonly url: string; readonly revision: string | null };

/** Builds a service worker that precaches one page and its assets, by version. */
export function serviceWorker({ source, page, url, publicFiles, leftOut }: Options): Plugin {
  let outDir = '';
  let base = '/';
  let files: readonly string[] = [];
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir);
      if (config.build.outDir.startsWith('/')) outDir = config.build.outDir;
      base = config.base;
    },
    writeBundle: (_options, bundle) => {
      files = filesOf(bundle, page).filter((name) => !leftOut.test(name));
    },
    closeBundle: async () => {
      const revised = globSync(publicFiles as string[], { cwd: outDir }).map((name) => ({
        url: base + name,
        revision: digest(outDir, name),
      }));
      const kept: Kept[] = [
        { url, revision: digest(outDir, page) },
        ...files.map((name) => ({ url: base + name, revision: null })),
        ...revised,
      ];
      await buildWorker(source, outDir, kept);
    },
  };
}

/** Returns the scripts and styles of a page, including those loaded later, and the files that they name. */
function filesOf(bundle: Rolldown.OutputBundle, page: string): readonly string[] {
  const entry = Object.values(bundle).find(
    (each) => each.type === 'chunk' && basename(each.facadeModuleId ?? '') === page,
  );
  if (entry === undefined) throw new Error(`The build has no ${page}.`);
  const found = new Set<string>();
  const visit = (name: string): void => {
    const file = bundle[name];
    if (!file || found.has(name)) return;
    found.add(name);
    for (const next of file.type === 'asset' ? namesIn(file.source, bundle) : loadedBy(file)) visit(next);
  };
  visit(entry.fileName);
  return [...found];
}

const loadedBy = ({ imports, dynamicImports, viteMetadata }: Rolldown.OutputChunk): string[] => [
  ...imports,
  ...dynamicImports,
  ...(viteMetadata?.importedCss ?? []),
  ...(viteMetadata?.importedAssets ?? []),
];

/** Fonts and pictures that a style sheet names. */
function namesIn(source: string | Uint8Array, bundle: Rolldown.OutputBundle): string[] {
  const text = typeof source === 'string' ? source : '';
  return Object.keys(bundle).filter((name) => text.includes(basename(name)));
}

const digest = (folder: string, name: string): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('base64url')
    .slice(0, 16);

/** Builds one classic script, which every browser accepts. */
async function buildWorker(source: string, outDir: string, kept: readonly Kept[]): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    define: { KEPT: JSON.stringify(kept), 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: ['chrome111', 'firefox114', 'safari16.4'],
      lib: { entry: source, formats: ['iife'], name: 'worker', fileName: () => 'service-worker.js' },
    },
  });
}
