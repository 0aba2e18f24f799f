import { t } from '@lingui/core/macro';

/** The first match wins, because many browsers include the names of others. */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|HeadlessChrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
];

const systems: readonly [pattern: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const nameOf = (known: typeof browsers, userAgent: string): string | undefined =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Returns a readable name: `Firefox on Linux`. `program` is the name of what is no browser. */
export function browserOf(
  userAgent: string,
  program = t`Another program`,
): { name: string; isPhone: boolean } {
  const browser = nameOf(browsers, userAgent) ?? program;
  const system = nameOf(systems, userAgent);
  return {
    name: system === undefined ? browser : t`${browser} on ${system}`,
    isPhone: /iPhone|Android/.test(userAgent),
  };
}
