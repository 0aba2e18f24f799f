import { fileURLToPath } from 'node:url';
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';

/**
 * The catalogue of the words of devices, which come from templates and not from code: the extractor takes them from the
 * catalogue of models. No locale is that of the source, because English explains the names of protocols.
 */
export default defineConfig({
  rootDir: fileURLToPath(new URL('../model', import.meta.url)),
  locales: ['en', 'de', 'es', 'fr', 'pt'],
  catalogs: [{ path: '<rootDir>/languages/{locale}', include: ['<rootDir>/src/dictionary.ts'] }],
  extractors: [
    {
      match: (file) => file.endsWith('/dictionary.ts'),
      async extract(_file, _code, onMessage) {
        const { collectTexts } = await import('./src/words/collect.ts');
        for (const { context, message } of await collectTexts())
          onMessage({ id: generateMessageId(message, context), message, context });
      },
    },
  ],
  format: formatter({ origins: false }),
});
