import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

const TESTS = ['**/*.test.*', '**/testing/**'];
const SHARED = ['src/design', 'src/tiles', 'src/models'];

const catalogue = (page: string) => ({
  path: `<rootDir>/src/languages/${page}/{locale}`,
  include: [`src/${page}`, ...SHARED].map((folder) => `<rootDir>/${folder}`),
  exclude: TESTS,
});

/** One catalogue per page and language; a person loads one of them. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de', 'es', 'fr', 'pt'],
  catalogs: [catalogue('home'), catalogue('portal')],
  // Line numbers are left out, so that a catalogue changes only with its messages.
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
});
