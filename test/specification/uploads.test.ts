import assert from 'node:assert/strict';
import { it } from 'node:test';
import { UploadResult } from '@azulejo/contract';
import sharp from 'sharp';
import { newApplication, newPerson } from '../support/people.ts';
import { plainPicture } from '../support/pictures.ts';
import { assertExact } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

type Picture = { bytes: Buffer; type: string };

async function setUp({ start, openDatabase }: Stage) {
  const platform = await start();
  const application = await newApplication(platform);
  const person = await newPerson(platform, application);
  const upload = async ({ bytes, type }: Picture, token = person.token) => {
    const response = await platform.request('/v3/uploads', {
      method: 'POST',
      token,
      headers: { 'content-type': type },
      body: new Uint8Array(bytes),
    });
    const text = await response.text();
    assert.equal(response.status, 201, text);
    return JSON.parse(text) as UploadResult;
  };
  const fetchBytes = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
  return { platform, person, application, db: await openDatabase(), upload, fetchBytes };
}

const hidden = 'hidden-note-3f1d2c9e';
const gps = { IFD0: { Copyright: hidden }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 42/1 0/1' } };

onEachEngineInFull('spec 2.2: uploads', setUp, (scene) => {
  it('accepts PNG, JPEG and WebP, and serves PNG or JPEG of the same size', async () => {
    const { upload, fetchBytes, platform } = scene();
    const [opaque, clear] = [plainPicture(64, 48), plainPicture(64, 48, { alpha: true })];
    const cases: [Picture, UploadResult['type']][] = [
      [{ bytes: await opaque.clone().png().toBuffer(), type: 'image/png' }, 'image/png'],
      [{ bytes: await clear.clone().png().toBuffer(), type: 'image/png' }, 'image/png'],
      [{ bytes: await opaque.clone().jpeg().toBuffer(), type: 'image/jpeg' }, 'image/jpeg'],
      [{ bytes: await opaque.clone().webp().toBuffer(), type: 'image/webp' }, 'image/jpeg'],
      [{ bytes: await clear.clone().webp().toBuffer(), type: 'image/webp' }, 'image/png'],
    ];
    for (const [picture, type] of cases) {
      const result = await upload(picture);
      assertExact(UploadResult, result);
      assert.deepEqual([result.type, result.width, result.height], [type, 64, 48], picture.type);
      assert.ok(result.url.startsWith(`${platform.config.urls.uploader}/uploads/`));
      const served = await fetchBytes(result.url);
      assert.equal(served.length, result.bytes);
      const { format, width, height } = await sharp(served).metadata();
      assert.deepEqual([`image/${format}`, width, height], [type, 64, 48]);
    }
  });

  it('serves an upload without a token, immutable and only usable as an image', async () => {
    const { upload } = scene();
    const { url, type } = await upload({
      bytes: await plainPicture(8, 8).png().toBuffer(),
      type: 'image/png',
    });
    const { status, headers } = await fetch(url);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), type);
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox");
    assert.equal((await fetch(url, { method: 'HEAD' })).status, 200);
  });

  it('keeps only the pixels: no location, comment, profile or trailing bytes', async () => {
    const { upload, fetchBytes } = scene();
    const noisy = plainPicture(64, 64).withExif(gps).withIccProfile('p3').withXmp(`<x>${hidden}</x>`);
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const image = await noisy.clone().toFormat(format).toBuffer();
      const input = Buffer.concat([image, Buffer.from(`<script>${hidden}</script>`)]);
      assert.ok((await sharp(input).metadata()).exif, 'the input contains the metadata that must be removed');
      const { url } = await upload({ bytes: input, type: `image/${format}` });
      const served = await fetchBytes(url);
      const { exif, xmp, iptc, icc, comments } = await sharp(served).metadata();
      assert.deepEqual([exif, xmp, iptc, icc, comments], Array(5).fill(undefined), format);
      assert.equal(served.includes(hidden), false);
      assert.equal(served.includes('script'), false);
    }
  });

  it('rotates a picture upright, as its removed metadata says', async () => {
    const { upload } = scene();
    const bytes = await plainPicture(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { width, height } = await upload({ bytes, type: 'image/jpeg' });
    assert.deepEqual([width, height], [20, 40]);
  });

  it('scales a large picture down and keeps its proportions', async () => {
    const { upload } = scene();
    const { width, height } = await upload({
      bytes: await plainPicture(4000, 1000).jpeg().toBuffer(),
      type: 'image/jpeg',
    });
    assert.deepEqual([width, height], [2048, 512]);
  });

  it('keeps the first frame of an animation', async () => {
    const { upload, fetchBytes } = scene();
    const frames = await sharp({ create: { width: 16, height: 48, channels: 3, background: '#147' } })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const bytes = await sharp(frames.data, { raw: { ...frames.info, pageHeight: 16 } })
      .webp()
      .toBuffer();
    const { url, width, height } = await upload({ bytes, type: 'image/webp' });
    assert.deepEqual([width, height], [16, 16]);
    assert.equal((await sharp(await fetchBytes(url)).metadata()).pages, undefined);
  });

  it('returns the same URL for the same picture, also to another owner', async () => {
    const { upload, platform, application, person, db } = scene();
    const other = await newPerson(platform, application);
    const picture = { bytes: await plainPicture(9, 9).png().toBuffer(), type: 'image/png' };
    const [first, second] = [await upload(picture), await upload(picture, other.token)];
    assert.deepEqual(second, first);
    assert.equal((await fetch(first.url)).status, 200);
    const id = new URL(first.url).pathname.split('/').at(-1) ?? '';
    const rows = await db.read.selectFrom('uploads').selectAll().where('id', '=', id).execute();
    const shown = ['image/png', 9, 9, first.bytes];
    assert.deepEqual(
      rows.map((row) => [row.content_type, row.width, row.height, row.bytes]),
      [shown, shown],
    );
    assert.deepEqual(rows.map((row) => row.owner_id).toSorted(), [person.id, other.id].toSorted());
  });
});
