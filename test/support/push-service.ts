import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A notification as the page's service worker gets it. */
export type Payload = { title: string; body: string; link: string; tag: string; urgent: boolean };

/** A request that the push service got, decrypted with the keys of its browser. */
export type Pushed = {
  readonly headers: IncomingHttpHeaders;
  readonly payload: Payload;
  readonly raw: Buffer;
};

/** A browser with a subscription at this push service. */
export type Browser = {
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  readonly pushed: readonly Pushed[];
  /** Resolves with the first notification that no earlier call returned. */
  next(): Promise<Pushed>;
  /** How the service answers from now on; it takes everything with 201 by default. */
  answer(how: (response: ServerResponse) => void): void;
};

/** A push service on this machine, over HTTP. Disposing of it closes it. */
export type PushService = AsyncDisposable & { readonly port: number; newBrowser(): Browser };

const accept = (response: ServerResponse): void => void response.writeHead(201).end();

type Held = Browser & { receive(headers: IncomingHttpHeaders, body: Buffer, response: ServerResponse): void };

/** Starts a stand-in for the push service of a browser (RFC 8030). */
export async function openPushService(): Promise<PushService> {
  const browsers = new Map<string, Held>();
  const server = createServer((request, response) => {
    buffer(request).then(
      (body) => {
        const browser = browsers.get(request.url ?? '');
        if (request.method === 'POST' && browser) browser.receive(request.headers, body, response);
        else response.writeHead(404).end();
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    newBrowser() {
      const path = `/send/${randomBytes(16).toString('base64url')}`;
      const browser = createBrowser(`http://127.0.0.1:${port}${path}`);
      browsers.set(path, browser);
      return browser;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createBrowser(endpoint: string): Held {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const pushed: Pushed[] = [];
  let returned = 0;
  const arrivals = new EventTarget();
  let answer = accept;
  return {
    subscription: {
      endpoint,
      keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    pushed,
    async next() {
      while (pushed.length === returned)
        await once(arrivals, 'push', { signal: AbortSignal.timeout(10_000) });
      const found = pushed[returned];
      assert.ok(found);
      returned += 1;
      return found;
    },
    answer: (how) => {
      answer = how;
    },
    receive(headers, raw, response) {
      const payload = JSON.parse(decrypt(raw, pair, auth)) as Payload;
      pushed.push({ headers, payload, raw });
      arrivals.dispatchEvent(new Event('push'));
      answer(response);
    },
  };
}

/** Decrypts a message with one record (RFC 8188 2, RFC 8291 3.4). */
function decrypt(body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(senderKey), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  assert.ok(
    padded.subarray(end + 1).every((byte) => byte === 0),
    'the last record is padded with zeros',
  );
  return padded.subarray(0, end).toString('utf8');
}

/** Returns the claims of a request's signature (RFC 8292), after verifying it with the key that it names. */
export function verifyVapid({ headers }: Pushed): {
  key: string;
  claims: { aud: string; sub: string; exp: number };
} {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  assert.ok(isValid, 'the signature is valid');
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}
