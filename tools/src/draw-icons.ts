/** Draws the icons of the web app, for the home screen, its shortcuts and notifications: `npm run icons`. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { answerHelp } from './help.ts';
import { root } from './root.ts';

answerHelp(`
Usage: npm run icons

Draws the icons of the web app: for the home screen, its shortcuts and notifications.
`);

const folder = join(root, 'web/public/icons');
const GROUND = '#2450b3';
const mark = await readFile(join(folder, 'mark.svg'));

/** Returns the logo alone; its corners are already round. */
const plain = (size: number) => sharp(mark, { density: (72 * size) / 32 }).resize(size, size);

/** Returns a maskable icon: the logo within four fifths of the size, on a background up to the edge. */
async function full(size: number) {
  const inner = Math.round(size * 0.78);
  const input = await plain(inner).png().toBuffer();
  return sharp({ create: { width: size, height: size, channels: 3, background: GROUND } }).composite([
    { input },
  ]);
}

/** Returns the shape of the logo alone: Android shows only the transparency of the icon in its status bar. */
function badge(size: number) {
  const shape = String(mark)
    .replace(/<rect[^>]*>/, '')
    .replaceAll('#f6ca5b', 'none');
  return sharp(Buffer.from(shape), { density: (72 * size) / 32 }).resize(size, size);
}

/** Returns an icon of the set, in white on a disc, as launchers show shortcuts. */
function shortcut(name: string, size: number) {
  const { icons } = JSON.parse(
    readFileSync(new URL(import.meta.resolve('@iconify-json/tabler/icons.json')), 'utf8'),
  ) as { icons: Record<string, { body: string }> };
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="${size}" height="${size}"
    color="#fff"><circle cx="24" cy="24" r="24" fill="${GROUND}"/>
    <g transform="translate(12 12)">${icons[name]?.body ?? ''}</g></svg>`;
  return sharp(Buffer.from(drawn));
}

const icons = {
  'badge-96.png': badge(96),
  'shortcut-add-96.png': shortcut('plus', 96),
  'shortcut-activity-96.png': shortcut('history', 96),
  'shortcut-alarms-96.png': shortcut('alert-triangle', 96),
  'shortcut-notifications-96.png': shortcut('bell', 96),
  'home-180.png': await full(180),
  'home-192.png': plain(192),
  'home-512.png': plain(512),
  'home-maskable-192.png': await full(192),
  'home-maskable-512.png': await full(512),
};
for (const [name, picture] of Object.entries(icons))
  await picture.png({ palette: true, compressionLevel: 9 }).toFile(join(folder, name));
