import { fileURLToPath } from 'node:url';
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';

/** Returns the messages of a table by their paths, such as `trigger.scene`. */
function messagesOf(value: unknown, path = ''): (readonly [path: string, message: string])[] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value ?? {}).flatMap(([key, each]) =>
    messagesOf(each, path === '' ? key : `${path}.${key}`),
  );
}

/**
 * The catalogues of the sentences of automations. The path of a message is its context: the same English words are
 * others in other languages, depending on where in a sentence they are.
 */
export default defineConfig({
  rootDir: fileURLToPath(new URL('.', import.meta.url)),
  sourceLocale: 'en',
  locales: ['en', 'de', 'es', 'fr', 'pt'],
  catalogs: [{ path: '<rootDir>/languages/{locale}', include: ['<rootDir>/src/words/english/index.ts'] }],
  extractors: [
    {
      match: (file) => file.endsWith('/english/index.ts'),
      async extract(_file, _code, onMessage) {
        const { english } = await import('./src/words/english/index.ts');
        for (const [context, message] of messagesOf(english))
          onMessage({ id: generateMessageId(message, context), message, context });
      },
    },
  ],
  format: formatter({ origins: false }),
  orderBy: (a, b) => (a.entry.context ?? '').localeCompare(b.entry.context ?? '', 'en'),
});
