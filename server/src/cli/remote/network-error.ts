/** Codes of Node and OpenSSL for certificates of an unknown issuer. */
const UNTRUSTED =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|CERT_UNTRUSTED)$/;

/** Returns a sentence saying what went wrong on the way to the server, and what to do. */
export function explainNetworkError(error: unknown, url: string): string {
  const { host } = new URL(url);
  if (error instanceof Error && error.name === 'TimeoutError') return `${host} did not answer in time`;
  const code = codeOf(error);
  if (code === 'ECONNREFUSED')
    return `nothing listens at ${url}: check the address, and that the server runs`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `the host name ${host} is unknown: check the address`;
  if (UNTRUSTED.test(code))
    return `the certificate of ${host} is of an unknown issuer: name its CA certificate with --ca FILE`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `the certificate is not for ${host}: check the address`;
  if (code === 'CERT_HAS_EXPIRED') return `the certificate of ${host} has expired: renew it on the server`;
  if (/SSL|TLS|EPROTO/.test(code))
    return `${host} does not use TLS on this port (${code}): try http, or another port`;
  return `${url} cannot be reached (${code || 'connection failed'})`;
}

/** Returns the code of the innermost error that has one: fetch wraps the reason. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return '';
  const inner = codeOf(error.cause);
  return inner === '' ? ((error as NodeJS.ErrnoException).code ?? '') : inner;
}
