import { createHash } from 'node:crypto';

/** Namespace of our template ids. It was random once and must never change. */
const NAMESPACE = '5b1f6a52-0d0f-4f0e-9a5e-6f1d2f7a8c11';

/** Returns a UUID of version 5 (RFC 9562 5.5), which is always the same for the same name. */
export function uuidOf(name: string): string {
  const namespace = Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(namespace).update(name, 'utf8').digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
