import { type KeyObject, randomBytes, sign } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  Extension,
  Extensions,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';

const COMMON_NAME = '2.5.4.3';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const SERIAL_BYTES = 16;

export type Content = {
  /** The common name of the subject; `issuer` is that of the issuer. */
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  notBefore: Date;
  notAfter: Date;
  extensions: readonly { id: string; isCritical: boolean; value: object }[];
};

/** Returns an X.509 certificate (RFC 5280), signed with an EC key, as PEM. */
export function assemble(content: Content, issuerKey: KeyObject): string {
  const { subject, issuer, publicKey, notBefore, notAfter, extensions } = content;
  const signatureAlgorithm = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: newSerial(),
    signature: signatureAlgorithm,
    issuer: named(issuer),
    validity: new Validity({ notBefore, notAfter }),
    subject: named(subject),
    subjectPublicKeyInfo: AsnConvert.parse(
      publicKey.export({ type: 'spki', format: 'der' }),
      SubjectPublicKeyInfo,
    ),
    extensions: new Extensions(
      extensions.map(
        ({ id, isCritical, value }) =>
          new Extension({
            extnID: id,
            critical: isCritical,
            extnValue: new OctetString(AsnConvert.serialize(value)),
          }),
      ),
    ),
  });
  const signed = Buffer.from(AsnConvert.serialize(tbsCertificate));
  const signatureValue = toArrayBuffer(sign('sha256', signed, issuerKey));
  const der = AsnConvert.serialize(new Certificate({ tbsCertificate, signatureAlgorithm, signatureValue }));
  return toPem(Buffer.from(der));
}

const named = (commonName: string): Name =>
  new Name([
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({
        type: COMMON_NAME,
        value: new AttributeValue({ utf8String: commonName }),
      }),
    ]),
  ]);

/** Returns a random positive serial number (RFC 5280 4.1.2.2). */
function newSerial(): ArrayBuffer {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return toArrayBuffer(bytes);
}

const toArrayBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

const toPem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
