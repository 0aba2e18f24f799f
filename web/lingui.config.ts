import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

const TESTS = ['**/*.test.*', '**/testing/**'];

/** One catalogue per page and language; a person loads one of them. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    {
      path: '<rootDir>/src/languages/home/{locale}',
      include: ['src/home', 'src/design', 'src/tiles', 'src/models'].map((folder) => `<rootDir>/${folder}`),
      exclude: TESTS,
    },
  ],
  // Without line numbers, so that a catalogue changes only with its messages.
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
});
