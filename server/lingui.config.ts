import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** The catalogue of the pages that the server renders or sends, and of mails and notifications. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de', 'es', 'fr', 'pt'],
  catalogs: [
    {
      path: '<rootDir>/languages/{locale}',
      include: ['<rootDir>/src', '<rootDir>/device-page', '<rootDir>/rule-editor'],
      exclude: ['**/*.test.*', '**/testing/**'],
    },
  ],
  // The English text is the id. Without line numbers a catalogue changes only with its messages.
  format: formatter({ lineNumbers: false, explicitIdAsDefault: true }),
  orderBy: 'origin',
});
