import assert from 'node:assert/strict';
import { it } from 'node:test';
import sharp from 'sharp';
import { onSqlite, type Stage } from '../support/scene.ts';

type Picture = { src: string; sizes: string; type: string; purpose?: string; form_factor?: string };
type Manifest = {
  id: string;
  name: string;
  short_name: string;
  start_url: string;
  scope: string;
  display: string;
  icons: Picture[];
  shortcuts: { name: string; url: string; icons: Picture[] }[];
  screenshots: (Picture & { label: string })[];
};

/** What the pictures of a page that offers to install Home may weigh together. */
const MAX_SCREENSHOTS_KB = 150;

onSqlite(
  'the manifest of Home',
  async (stage: Stage) => ({ platform: await stage.start() }),
  (scene) => {
    const load = async (): Promise<Manifest> => {
      const response = await scene().platform.request('/home/manifest.webmanifest');
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-type') ?? '', /^application\/manifest\+json/);
      return (await response.json()) as Manifest;
    };

    /** Asserts that a picture is what the manifest says. Returns its size in KB. */
    async function check({ src, sizes, type }: Picture): Promise<number> {
      const response = await scene().platform.request(src);
      assert.equal(response.status, 200, src);
      assert.equal(response.headers.get('content-type'), type, src);
      const bytes = await response.arrayBuffer();
      const { width, height, format } = await sharp(bytes).metadata();
      assert.equal(`${width}x${height} image/${format}`, `${sizes} ${type}`, src);
      return bytes.byteLength / 1024;
    }

    it('names an installable app whose icons have every shape', async () => {
      const { id, name, short_name, start_url, scope, display, icons } = await load();
      assert.deepEqual([id, start_url, scope, display], ['/home', '/home', '/home', 'standalone']);
      // Launchers cut longer names.
      assert.ok(short_name.length <= 12 && name.length <= 30, name);
      for (const icon of icons) await check(icon);
      assert.deepEqual(
        icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`),
        ['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable'],
      );
    });

    it('has shortcuts to pages of Home, with icons', async () => {
      const { shortcuts, scope } = await load();
      assert.deepEqual(
        shortcuts.map(({ name }) => name),
        ['Activity', 'Alarms', 'Notifications', 'Add a device'],
      );
      for (const { url, icons } of shortcuts) {
        assert.ok(url.startsWith(`${scope}/`), url);
        assert.equal((await scene().platform.request(url)).status, 200, url);
        assert.ok(icons.length > 0);
        for (const icon of icons) await check(icon);
      }
    });

    it('has small pictures for wide and narrow windows', async () => {
      const { screenshots } = await load();
      let kilobytes = 0;
      for (const screenshot of screenshots) {
        assert.notEqual(screenshot.label, '');
        kilobytes += await check(screenshot);
      }
      assert.deepEqual(
        new Set(screenshots.map(({ form_factor }) => form_factor)),
        new Set(['wide', 'narrow']),
      );
      assert.ok(kilobytes < MAX_SCREENSHOTS_KB, `${kilobytes.toFixed(1)} KB`);
    });

    it('provides the icons of notifications next to the manifest', async () => {
      for (const [name, side] of [
        ['home-192', 192],
        ['badge-96', 96],
      ] as const)
        await check({ src: `/web/icons/${name}.png`, sizes: `${side}x${side}`, type: 'image/png' });
    });
  },
);
