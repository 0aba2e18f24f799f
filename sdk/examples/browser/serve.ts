/**
 * Serves the page of this folder and the SDK's sources, from which only the types are stripped:
 * browsers load the modules. The demo home's application allows this origin; any other needs
 * `--origin http://127.0.0.1:8000`.
 *   node server/start.cjs sdk/examples/browser/serve.ts [PORT]
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, extname, join } from 'node:path';

const [port = '8000'] = process.argv.slice(2);
const root = join(import.meta.dirname, '..', '..', '..');
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.ts': 'text/javascript',
  '.json': 'application/json',
};

/**
 * Returns the file for a path, or undefined. It serves the page, the three packages, and the
 * browser build of MQTT.js.
 */
function fileOf(path: string): string | undefined {
  if (path === '/') return join(import.meta.dirname, 'index.html');
  if (path === '/home.js') return join(import.meta.dirname, 'home.js');
  if (path === '/mqtt.js') {
    const manifest = createRequire(import.meta.url).resolve('mqtt/package.json');
    return join(dirname(manifest), 'dist', 'mqtt.esm.js');
  }
  return /^\/(sdk|model|units)\/[\w/-]+(\.[\w-]+)*\.(ts|json)$/.test(path) ? join(root, path) : undefined;
}

const server = createServer(async (request, response) => {
  const file = fileOf(new URL(request.url ?? '/', 'http://host').pathname);
  try {
    if (file === undefined) throw new Error('There is nothing here.');
    const content = await readFile(file, 'utf8');
    const isTyped = extname(file) === '.ts';
    response.setHeader('content-type', types[extname(file)] ?? 'text/plain');
    response.end(isTyped ? stripTypeScriptTypes(content) : content);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(Number(port), '127.0.0.1', () => process.stdout.write(`Open http://127.0.0.1:${port}/\n`));
