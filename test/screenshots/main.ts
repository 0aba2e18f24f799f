/**
 * Takes the screenshots: `npm run screenshots [-- --only PARTS]`. Writes every page, wide and phone-sized,
 * light and dark, to `screenshots/`. When all were taken, it also writes the README's pictures to
 * `docs/screenshots/` and those of Home's manifest to `web/public/screenshots/`.
 * `PARTS`, separated by commas, chooses pages by parts of their names.
 * Fails when a page has an error or an accessibility problem.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { findBarriers, startBrowser, type TestBrowser } from '../support/browser.ts';
import { type Shot, shots } from './pages.ts';
import { type Stage, setStage } from './stage.ts';

const WIDTHS = { wide: 1440, phone: 390 } as const;
const SCHEMES = ['light', 'dark'] as const;
/** How long charts and pictures take to arrive. */
const SETTLED_MS = 1_500;
/** The README's pictures, by name and look. */
const BEST = [
  'home-tiles-wide-light',
  'home-tiles-phone-dark',
  'home-device-climate-phone-light',
  'portal-template-wide-light',
  'portal-application-wide-dark',
] as const;

/** The pictures that browsers show before they install Home, by file, from the wide and phone-sized ones. */
const OF_MANIFEST = {
  'home-wide': 'home-tiles-wide-light',
  'home-narrow': 'home-tiles-phone-light',
  'device-narrow': 'home-device-climate-phone-light',
} as const;

const HELP = `Usage: npm run screenshots [-- --only PARTS]

Takes a picture of every page, wide and phone-sized, light and dark, into screenshots/. When all were taken, it
also renews the README's pictures in docs/screenshots/ and those of Home's manifest in web/public/screenshots/.

  --only PARTS   only pages whose names contain one of these, separated by commas`;

const root = join(import.meta.dirname, '..', '..');
const log = (line: string) => void process.stdout.write(`${line}\n`);

type Look = { width: keyof typeof WIDTHS; colorScheme: (typeof SCHEMES)[number] };

async function take(browser: TestBrowser, stage: Stage, shot: Shot, { width, colorScheme }: Look) {
  const enter = { home: stage.enterHome, portal: stage.owner.enter, nobody: undefined }[shot.site];
  const size = { width: WIDTHS[width], height: width === 'wide' ? 900 : 844 };
  const { page, pageErrors } = await browser.open({ ...size, colorScheme, ...(enter && { enter }) });
  await page.goto(`${stage.platform.url}${await shot.path(stage)}`);
  // The header of Home says when values are live; a slow machine takes longer than any fixed time.
  if (shot.site === 'home')
    await page.getByText('Live', { exact: true }).first().waitFor({ state: 'attached' });
  await shot.prepare?.(page);
  await page.waitForTimeout(SETTLED_MS);
  const name = `${shot.name}-${width}-${colorScheme}`;
  await page.screenshot({ path: join(root, 'screenshots', `${name}.png`) });
  await page.screenshot({ path: join(root, 'screenshots', `${name}-whole.png`), fullPage: true });
  const found = [...pageErrors, ...(await findBarriers(page))];
  log(`${name}${found.map((each) => `\n  ${each}`).join('')}`);
  if (found.length > 0) process.exitCode = 1;
  await page.context().close();
}

/** Shrinks the README's pictures, because every visitor loads them. */
async function chooseBest(): Promise<void> {
  await mkdir(join(root, 'docs/screenshots'), { recursive: true });
  for (const name of BEST) {
    const picture = sharp(join(root, 'screenshots', `${name}.png`));
    await picture
      .png({ palette: true, colours: 128, effort: 10 })
      .toFile(join(root, 'docs/screenshots', `${name}.png`));
  }
}

/** Shrinks the pictures of the manifest, whose sizes it names. */
async function chooseForManifest(): Promise<void> {
  const folder = join(root, 'web/public/screenshots');
  await mkdir(folder, { recursive: true });
  for (const [file, name] of Object.entries(OF_MANIFEST)) {
    const picture = sharp(join(root, 'screenshots', `${name}.png`));
    await picture.webp({ quality: 70, effort: 6 }).toFile(join(folder, `${file}.webp`));
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: '' }, help: { type: 'boolean', short: 'h', default: false } },
  });
  if (values.help) return log(HELP);
  const chosen = shots.filter(({ name }) => values.only.split(',').some((part) => name.includes(part)));
  const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-screenshots-'));
  await mkdir(join(root, 'screenshots'), { recursive: true });
  try {
    await using stage = await setStage(dataDir, log);
    await using browser = await startBrowser();
    for (const shot of chosen)
      for (const width of Object.keys(WIDTHS) as Look['width'][])
        for (const colorScheme of SCHEMES) await take(browser, stage, shot, { width, colorScheme });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  if (values.only !== '') return;
  await chooseBest();
  await chooseForManifest();
}

await main();
