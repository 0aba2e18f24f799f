import { defineConfig } from '@lingui/cli';
import babel from '@lingui/cli/api/extractors/babel';
import { formatter } from '@lingui/format-po';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';

const TESTS = ['**/*.test.*', '**/testing/**'];
/** The sentences of the audit log, which features declare beside their actions. */
const AUDIT_ACTIONS = '../contract/src/audit-actions.ts';
const SHARED = ['src/design', 'src/tiles', 'src/models', 'src/bridges'];

const catalogue = (page: string, folders: readonly string[]) => ({
  path: `<rootDir>/src/languages/${page}/{locale}`,
  include: folders.map((folder) => `<rootDir>/${folder}`),
  exclude: TESTS,
});

/** One catalogue per page and language; a person loads one of them. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de', 'es', 'fr', 'pt'],
  catalogs: [
    catalogue('home', ['src/home', ...SHARED]),
    catalogue('portal', ['src/portal', ...SHARED, AUDIT_ACTIONS]),
    catalogue('model', ['src/tiles']),
  ],
  extractors: [
    {
      match: (file) => file.endsWith('/audit-actions.ts'),
      async extract(file, _code, onMessage) {
        const { auditActions } = await import('@azulejo/contract/audit-actions');
        for (const sentences of Object.values(auditActions))
          for (const message of typeof sentences === 'string' ? [sentences] : Object.values(sentences))
            onMessage({ id: generateMessageId(message), message, origin: [file, 1] });
      },
    },
    babel,
  ],
  // Line numbers are left out, so that a catalogue changes only with its messages.
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
});
