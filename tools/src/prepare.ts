/**
 * Runs after every `npm ci` and `npm install` in a checkout: removes what is not used, and writes generated files and
 * the pages.
 */
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

// The headers of Node for compiling native modules: 67 MB, and no dependency compiles any.
for (const headers of globSync('node_modules/node-linux-*/include', { cwd: root }))
  rmSync(join(root, headers), { recursive: true, force: true });

await import('./build-web.ts');
