import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import type { ErrorName } from '@azulejo/contract';
import { newApplication, newPerson } from '../support/people.ts';
import { plainPicture } from '../support/pictures.ts';
import { rawRequest } from '../support/raw-request.ts';
import { assertApiError } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const UPLOADS_PER_OWNER = 30;

async function setUp({ start }: Stage) {
  const platform = await start({
    environment: { RATE_LIMIT_UPLOADS_PER_OWNER: String(UPLOADS_PER_OWNER) },
  });
  const application = await newApplication(platform);
  const person = await newPerson(platform, application);
  const send = (body: Buffer, type: string | undefined, token: string | undefined = person.token) =>
    platform.request('/v3/uploads', {
      method: 'POST',
      token,
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      body: new Uint8Array(body),
    });
  const png = await plainPicture(32, 32).png().toBuffer();
  const folder = join(platform.config.dataDir, 'uploads');
  return { platform, application, person, send, png, folder };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/**
 * Returns a 1-bit PNG that declares `side` squared pixels and contains `rows` rows of well-compressed zeros.
 */
function bomb(side: number, rows: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script/></svg>');
const MEGABYTE = 1024 * 1024;

onSqlite('spec 2.2: refused uploads', setUp, (scene) => {
  it('refuses an upload that is not a readable image, whatever its content type', async () => {
    const { send, png, folder } = scene();
    const jpeg = await plainPicture(256, 256).jpeg().toBuffer();
    const gif = await plainPicture(8, 8).gif().toBuffer();
    const tiff = await plainPicture(8, 8).tiff().toBuffer();
    const cases: Record<string, [Buffer, string]> = {
      text: [Buffer.from('This is a picture.'), 'image/png'],
      nothing: [Buffer.alloc(0), 'image/png'],
      'a PNG cut short': [png.subarray(0, png.length - 20), 'image/png'],
      'a JPEG cut short': [jpeg.subarray(0, jpeg.length - 200), 'image/jpeg'],
      'only a signature': [png.subarray(0, 8), 'image/png'],
      SVG: [svg, 'image/png'],
      GIF: [gif, 'image/png'],
      TIFF: [tiff, 'image/jpeg'],
      'more pixels than a phone has': [bomb(12_000, 12_000), 'image/png'],
      'a side beyond all bounds': [bomb(2 ** 31 - 1, 0), 'image/png'],
    };
    for (const [name, [body, type]] of Object.entries(cases)) {
      const response = await send(body, type);
      assert.equal(response.status, 400, name);
      await assertApiError(response, 'invalid_image');
    }
    assert.deepEqual(await readdir(folder), [], 'no file of a refused upload is stored');
  });

  it('refuses an upload with an unsupported content type', async () => {
    const { send, png } = scene();
    const types = ['image/svg+xml', 'image/gif', 'image/heic', 'application/json', 'text/html', undefined];
    for (const type of types) {
      await assertApiError(await send(type === 'image/svg+xml' ? svg : png, type), 'unsupported_media_type');
    }
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }));
    const { platform, person } = scene();
    const response = await platform.request('/v3/uploads', {
      method: 'POST',
      token: person.token,
      body: form,
    });
    await assertApiError(response, 'unsupported_media_type');
  });

  it('refuses an upload above 5 MB, by content-length and by the received bytes', async () => {
    const { platform, person } = scene();
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'image/png' };
    const announced = await rawRequest(platform, '/v3/uploads', {
      method: 'POST',
      headers: { ...headers, 'content-length': 5 * MEGABYTE + 1 },
    });
    assert.equal(announced.status, 413);
    const arriving = await rawRequest(platform, '/v3/uploads', {
      method: 'POST',
      headers: { ...headers, 'transfer-encoding': 'chunked' },
      body: Buffer.alloc(5 * MEGABYTE + 1),
    });
    assert.equal(arriving.status, 413);
    assert.equal(arriving.headers['x-error'], '2105');
  });

  it('refuses an upload without a token before its body is read', async () => {
    const { platform } = scene();
    const cases: [Record<string, string>, ErrorName][] = [
      [{ 'content-type': 'image/png', 'content-length': String(100 * MEGABYTE) }, 'token_required'],
      [{ 'content-type': 'text/html', 'content-length': String(100 * MEGABYTE) }, 'token_required'],
      [{ 'content-type': 'image/png', 'content-length': '10', authorization: 'Bearer x' }, 'invalid_token'],
    ];
    for (const [headers, kind] of cases) {
      const { status, body } = await rawRequest(platform, '/v3/uploads', { method: 'POST', headers });
      assert.equal(status, 401);
      assert.match(body.toString(), new RegExp(`urn:azulejo:error:${kind}`));
    }
  });

  it("refuses uploads above their owner's limit, which does not affect other owners", async () => {
    const { platform, application, send, png } = scene();
    const [eager, calm] = [await newPerson(platform, application), await newPerson(platform, application)];
    for (let count = 0; count < UPLOADS_PER_OWNER; count += 1) {
      const response = await send(Buffer.from('no image'), 'image/png', eager.token);
      assert.equal(response.status, 400);
      await response.arrayBuffer();
    }
    const refused = await send(png, 'image/png', eager.token);
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
    await assertApiError(refused, 'too_many_requests');
    assert.equal((await send(png, 'image/png', calm.token)).status, 201);
  });
});

onSqlite('uploaded files', setUp, (scene) => {
  it('serves uploads by their own names only, and only from their own folder', async () => {
    const { platform, folder } = scene();
    await mkdir(join(folder, 'nested'), { recursive: true });
    await writeFile(join(folder, 'page.html'), '<script>');
    await writeFile(join(folder, '.part.png'), 'half');
    await writeFile(join(folder, 'nested', 'deep.png'), 'deep');
    await writeFile(join(folder, '..', 'outside.png'), 'outside');
    const paths = [
      'unknown.png',
      'page.html',
      '.part.png',
      'nested/deep.png',
      'nested%2Fdeep.png',
      '../outside.png',
      '..%2Foutside.png',
      '%2e%2e/outside.png',
      '%2e%2e%2foutside.png',
      '..%5Coutside.png',
      '....//outside.png',
      '%2Fetc%2Fpasswd',
      'x.png%00.html',
      'nested.png',
      '',
    ];
    for (const path of paths) {
      const { status, body } = await rawRequest(platform, `/uploads/${path}`);
      assert.equal(status, 404, path);
      assert.match(body.toString(), /urn:azulejo:error:(not_found|unknown_path)/, path);
    }
  });
});
