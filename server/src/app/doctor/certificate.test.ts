import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { it } from 'node:test';
import { judgeCertificate } from './certificate.ts';

/** A certificate of home.example.org, from 2026-11-21 to 2026-12-21. Its key was thrown away. */
const certificate = new X509Certificate(`-----BEGIN CERTIFICATE-----
MIIBpzCCAU6gAwIBAgIUYSQGbK88ADeS/ofQHG4v6311WwAwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQaG9tZS5leGFtcGxlLm9yZzAeFw0yNjExMjEwNDA3MzFaFw0y
NjEyMjEwNDA3MzFaMBsxGTAXBgNVBAMMEGhvbWUuZXhhbXBsZS5vcmcwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAARf2jKNwmcRDHILKJnYr0p1E1H4tmUkLH8MaGVC
x980NaKaxW9y7vijshHhbHQXO6Q45LjRV98FN69YWyZdjObho3AwbjAdBgNVHQ4E
FgQUY6LcKkYw0HkmsIf/XIxnF9yAYFowHwYDVR0jBBgwFoAUY6LcKkYw0HkmsIf/
XIxnF9yAYFowDwYDVR0TAQH/BAUwAwEB/zAbBgNVHREEFDASghBob21lLmV4YW1w
bGUub3JnMAoGCCqGSM49BAMCA0cAMEQCIG0jLM04bNfT+szrpue8BOP41tF5q092
2pM3ASCeom18AiBN0gjycs1xMjS2d5AgpibUj2UuUyLebd5vOMGb4EQBQg==
-----END CERTIFICATE-----`);

const names = (host: string) => ({ check: 'Certificate', setting: 'PUBLIC_URL', host });
const HOME = names('home.example.org');

it('judges a certificate by its dates: before its start, valid, near its end, and expired', () => {
  const at = (date: string) => judgeCertificate(certificate, HOME, Date.parse(date));
  assert.deepEqual(
    [at('2026-11-20').state, at('2026-11-20').todo],
    ['broken', 'check the clock of this machine'],
  );
  assert.equal(at('2026-12-01').state, 'ok');
  assert.match(at('2026-12-01').says, /until 2026-12-21/);
  assert.deepEqual([at('2026-12-11').state, at('2026-12-11').says], ['warning', 'ends in 10 days']);
  assert.match(at('2026-12-22').says, /^expired 2026-12-21/);
  assert.equal(at('2026-12-22').state, 'broken');
});

it('reports a certificate that does not name the host of PUBLIC_URL', () => {
  const finding = judgeCertificate(certificate, names('other.example.org'), Date.parse('2026-12-01'));
  assert.equal(finding.state, 'broken');
  assert.match(finding.says, /does not name other\.example\.org/);
});
