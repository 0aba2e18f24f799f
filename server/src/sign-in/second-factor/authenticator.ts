import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Phones' clocks differ, so the previous and the next code are accepted, too (RFC 6238 5.2). */
const WINDOW = 1;

/** Creates a secret for an authenticator, and the URI for its QR code. */
export function newAuthenticator(label: string, issuer = 'Azulejo'): { secret: string; uri: string } {
  const totp = new TOTP({ issuer, label, period: PERIOD_SECONDS });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Returns the time step of a code, or undefined when it is not valid now. */
export function stepOf(code: string, secret: string, now: number): number | undefined {
  const delta = TOTP.validate({
    token: code.replaceAll(/\s/g, ''),
    secret: Secret.fromBase32(secret),
    period: PERIOD_SECONDS,
    window: WINDOW,
    timestamp: now,
  });
  return delta === null ? undefined : TOTP.counter({ period: PERIOD_SECONDS, timestamp: now }) + delta;
}
