import { fileURLToPath } from 'node:url';
import { getConfig } from '@lingui/conf';
import { lingui } from '@lingui/vite-plugin';
import babel, { type RolldownBabelPreset } from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import presetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { catalogueWords } from './build/catalogue-words.ts';
import { serviceWorker } from './build/service-worker.ts';
import { dropUnusedVariables } from './build/unused-variables.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const languages = { configPath: here('./lingui.config.ts') };

/**
 * Lingui's macros, in Babel: the transform of its plugin needs a binary that npm leaves out where the shell's
 * Node is older than 22.19.
 */
const macros = {
  preset: { plugins: [['@lingui/babel-plugin-lingui-macro', { linguiConfig: getConfig(languages) }]] },
  rolldown: { filter: { code: /@lingui\/(core|react)\/macro/ } },
} satisfies RolldownBabelPreset;

/** What every page loads: React, the language, icons, and the model. */
const BASE = [
  /\/node_modules\/(react|react-dom|scheduler|@lingui)\//,
  /preload-helper|dynamic_import_helper/,
  /\/model\/src\/(?!records)/,
  /\/web\/src\/(design\/icons?(\.generated)?|languages\/(catalogue|dictionary))\./,
];

/** What the first view of Home shares with the portal or with pages that are loaded later. */
const SHARED = [
  /\/node_modules\/(@tanstack|use-sync-external-store)\//,
  /\/sdk\/src\/(?!rendering|live\/(?!access|backoff))/,
  /\/web\/src\/languages\/(?!model-)[\w-]+\.tsx?$/,
  /\/web\/src\/design\/(error-text|mark|pattern-shapes|patterns|queries|theme|use-required)\./,
  /\/web\/src\/models\/models-search\./,
  /\/@mantine\/(hooks\/esm\/use-(isomorphic-effect|media-query)|core\/esm\/core\/(MantineProvider\/(?!use-mantine-(?!color-scheme\/use-provider)|use-props)|utils\/(keys|deep-merge|units)))/,
  /\/(idb-keyval|get-nonce)\//,
];

const anyOf = (patterns: readonly RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'));

/**
 * The code of the first view of Home is in few files: as sixty small ones it compresses worse by a fourteenth, and
 * each file takes a slow phone some milliseconds. The public page of a model loads the base and tiles alone.
 * `main.tsx` stays in the file of the page: loading it starts Home.
 */
const firstViews = [
  { name: 'base', test: anyOf(BASE), priority: 1 },
  {
    name: 'tiles',
    test: /\/(units|sdk\/src\/rendering|web\/src\/tiles)\/(?!draw-template)/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'shared',
    test: anyOf(SHARED),
    includeDependenciesRecursively: false,
  },
  { name: 'home-first', test: /\/web\/src\/home\/(?!main\.tsx)/, includeDependenciesRecursively: false },
].map((group) => ({ ...group, tags: ['$initial' as const] }));

/** These are one file, because the first view names each file that it may load. */
const wallTablet = {
  name: 'wall-tablet',
  test: /\/web\/src\/home\/tablet\/wall-tablet\/(guarded-write|wall-tablet-settings|pin-prompt)\.ts/,
};

/** Home and the portal, served by the server as they lie in its `web` folder, and the scripts of a model's page. */
export default defineConfig({
  plugins: [
    catalogueWords(),
    react(),
    lingui(languages),
    babel({ presets: [macros] }),
    serviceWorker({
      source: here('./src/home/data/offline/service-worker.ts'),
      page: 'home.html',
      url: '/home',
      publicFiles: ['icons/mark.svg'],
      // Only who says where the home is needs it, which needs the platform.
      leftOut: /towns/,
    }),
  ],
  // Our own workspaces from their sources, as everything in this checkout takes them.
  resolve: { conditions: ['azulejo-source', 'module', 'browser', 'development|production'] },
  base: '/web/',
  css: { postcss: { plugins: [presetMantine(), dropUnusedVariables()] } },
  build: {
    // In KB: the list of towns, which only the search for a place loads. A test bounds what each page loads.
    chunkSizeWarningLimit: 1_000,
    outDir: here('../server/web'),
    emptyOutDir: true,
    // Inlined code would need exceptions of the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome111', 'firefox114', 'safari16.4'],
    rolldownOptions: {
      input: { home: here('./home.html'), portal: here('./portal.html'), model: here('./model.html') },
      output: {
        codeSplitting: { groups: [...firstViews, { ...wallTablet, includeDependenciesRecursively: false }] },
      },
    },
  },
});
