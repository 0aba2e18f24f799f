import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { openFiles, testFiles } from '@azulejo/server/testing';
import { newApplication, newPerson } from '../support/people.ts';
import { plainPicture } from '../support/pictures.ts';
import { startS3 } from '../support/s3.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const BUCKET = 'pictures';

testFiles('a bucket', async () => {
  const store = await startS3({ bucket: BUCKET });
  const { endpoint, accessKeyId, secretAccessKey } = store;
  const keys = { accessKeyId, secretAccessKey };
  const files = await openFiles({
    bucket: { endpoint, ...keys, region: 'us-east-1', bucket: BUCKET, prefix: 'home/' },
  });
  return { files, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
});

async function setUp({ start, place }: Stage) {
  const store = await startS3({ bucket: BUCKET });
  const at = (bucket: string) => ({
    FILES_URL: `s3://${bucket}/home?endpoint=${store.endpoint}`,
    AWS_ACCESS_KEY_ID: store.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.secretAccessKey,
  });
  const platform = await start({ environment: at(BUCKET) });
  const person = await newPerson(platform, await newApplication(platform));
  const upload = (bytes: Buffer) =>
    platform.request('/v3/uploads', {
      method: 'POST',
      token: person.token,
      headers: { 'content-type': 'image/png' },
      body: new Uint8Array(bytes),
    });
  return { platform, place, store, upload };
}

onSqlite('pictures in a bucket', setUp, (scene) => {
  it('stores and serves them, and answers 503 while the store is away', async () => {
    const { platform, place, store, upload } = scene();
    const bytes = await plainPicture(64, 48).png().toBuffer();
    const response = await upload(bytes);
    assert.equal(response.status, 201);
    const { url } = (await response.json()) as { url: string };
    assert.equal((await fetch(url)).status, 200);
    assert.equal(existsSync(join(place.dataDir, 'uploads')), false);

    await store[Symbol.asyncDispose]();
    const other = await plainPicture(32, 32).png().toBuffer();
    for (const refused of [await fetch(url), await upload(other)]) {
      assert.equal(refused.status, 503);
      const text = await refused.text();
      assert.match(text, /The store of pictures cannot be used at the moment/);
      assert.doesNotMatch(text + platform.log(), /S3RVER/);
    }
    assert.match(platform.log(), /The store of FILES_URL does not answer/);
  });
});
