import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unitsTableText } from '@azulejo/units';
import type { FastifyInstance } from 'fastify';
import { installation } from '../../config/installation.ts';
import { messagesScript } from '../../devices/device-pages/index.ts';
import { REVALIDATED } from '../../platform/http/replies.ts';
import { isKnown } from '../../platform/http/send-reply.ts';
import { memoizeAsync } from '../../platform/memoize-async.ts';
import { etagOf, revisionOf } from '../../platform/revision.ts';

/** The path is fixed in the apps' code; only its host can be set (android-app 6.2, ios-app 6.3). */
const PATH = '/worker-editor-v3';

/** Files of the device page that are part of the editor too, by what comes before the editor's own. */
const SHARED = [
  'bridge',
  'messages',
  'i18n',
  'units',
  'elements',
  'simple-controls',
  'readings',
  'number-controls',
  'number-entry',
];
const OWN = ['offers', 'moments', 'fields', 'rules', 'card', 'editor'];

const inDevicePage = (name: string) => readFile(join(installation.devicePageFolder, name), 'utf8');
const inEditor = (name: string) => readFile(join(installation.ruleEditorFolder, name), 'utf8');

async function composeScript(): Promise<string> {
  const messages = Buffer.from(messagesScript(['device-page/', 'rule-editor/'])).toString();
  const shared = await Promise.all(
    SHARED.map((name) => (name === 'messages' ? messages : inDevicePage(`${name}.js`))),
  );
  const own = await Promise.all(OWN.map((name) => inEditor(`${name}.js`)));
  // The Android app's answers to calls lose texts with quotes, so the page has the table of units itself.
  return [...shared, `window.devicePage.unitsTable = ${unitsTableText};`, ...own].join('\n');
}

const composeStyles = async (): Promise<string> =>
  [await inDevicePage('page.css'), await inDevicePage('controls.css'), await inEditor('editor.css')].join(
    '\n',
  );

/**
 * Returns the policy. The iOS app's bridge signals by a frame with its own scheme, and is silent without that source
 * (ios-app 9.3). Pictures of devices are ours, or of the makers' own templates, which are not shown here.
 */
const policyOf = (images: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ['img-src', ...images, 'data:'].join(' '),
    "font-src 'self'",
    'frame-src wvjbscheme:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

type EditorFile = { readonly type: string; readonly bytes: Buffer; readonly etag: string };

const toFile = (type: string, text: string): EditorFile => ({
  type: `${type}; charset=utf-8`,
  bytes: Buffer.from(text),
  etag: etagOf(revisionOf(1, text)),
});

/** Functions that create the files of the editor, by the end of the path. */
const FILES = {
  // The router serves it with a slash too, without a redirect.
  '': async () => toFile('text/html', await inEditor('index.html')),
  '/editor.js': async () => toFile('text/javascript', await composeScript()),
  '/editor.css': async () => toFile('text/css', await composeStyles()),
} as const;
type Name = keyof typeof FILES;

/** Makes a file when it is first requested: together they would take a twentieth of the start. */
const fileNamed = memoizeAsync((name: Name): Promise<EditorFile> => FILES[name]());

/**
 * Serves the editor to everyone: apps send no token with it, and it holds nothing of anyone. It gets all that it
 * shows from the app.
 */
export function registerEditorPage(app: FastifyInstance, images: readonly string[]): void {
  const policy = policyOf(images);
  for (const name of Object.keys(FILES) as Name[]) {
    app.get(`${PATH}${name}`, async (request, reply) => {
      const { type, bytes, etag } = await fileNamed(name);
      reply.headers({ ETag: etag, 'Cache-Control': REVALIDATED, 'Content-Security-Policy': policy });
      return isKnown(request, etag) ? reply.code(304).send() : reply.type(type).send(bytes);
    });
  }
}
