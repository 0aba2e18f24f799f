import { dirname, join } from 'node:path';
import { installExtraPackages } from '@azulejo/test/extra-packages';

/** Returns the path of the program Biome. Installs it at the first call. */
export function biome(): string {
  const resolve = installExtraPackages('tools/linters');
  return join(dirname(resolve('@biomejs/biome/package.json')), 'bin/biome');
}
