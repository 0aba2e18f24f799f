import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Config, Environment } from '../config.ts';

/* Kinds of settings, each with values that it accepts and refuses. */

export const folder = mkdtempSync(join(tmpdir(), 'azulejo-config-'));
export const file = join(folder, 'file.pem');
writeFileSync(file, '');
/** A path that cannot be followed, as one through a folder of another account. */
export const loop = join(folder, 'loop');
symlinkSync(loop, loop);
after(() => rm(folder, { recursive: true }));

export const DAY = 86_400;

export type Case = {
  /** Returns the parsed setting. */
  of: (config: Config) => unknown;
  default: unknown;
  good: Record<string, unknown>;
  bad: readonly string[];
  /** Other settings that this one requires. */
  others?: Environment;
};

export const port = (of: Case['of'], fallback: number): Case => ({
  of,
  default: fallback,
  good: { '1': 1, '65535': 65_535, ' 9000 ': 9000 },
  bad: ['0', '65536', '-1', '80.5', '0x50', '1e3', 'http', '８４８０'],
});

export const portOrOff = (of: Case['of'], fallback: number): Case => {
  const { good, ...rest } = port(of, fallback);
  return { ...rest, good: { ...good, off: undefined }, others: { MQTT_PUBLIC_URL: 'mqtt://a.example:1883' } };
};

export const pem = (of: Case['of'], others: Environment): Case => ({
  of,
  default: undefined,
  good: { [file]: file },
  bad: [join(folder, 'none.pem'), folder, loop],
  others,
});

export const origin = (of: Case['of'], fallback: string): Case => ({
  of,
  default: fallback,
  good: {
    'https://azulejo.example': 'https://azulejo.example',
    'http://10.0.0.7:8480': 'http://10.0.0.7:8480',
    'http://[::1]:8480': 'http://[::1]:8480',
  },
  bad: [
    'azulejo.example',
    'ftp://azulejo.example',
    'https://azulejo.example/',
    'https://azulejo.example/v3',
    'https://azulejo.example?x=1',
    'https://azulejo.example#x',
    'https://ana@azulejo.example',
    'https://',
  ],
});

export const version = (of: Case['of']): Case => ({
  of,
  default: '0.0.0',
  good: { '3': '3', '3.5.2': '3.5.2', ' 1.2.3.4 ': '1.2.3.4' },
  bad: ['latest', 'v3', '3.', '.3', '3.5-beta', '1.2.3.4.5'],
});

export const lifetime = (of: Case['of'], fallback: number): Case => ({
  of,
  default: fallback,
  good: { '72h': 3 * DAY, '259200': 3 * DAY, '90d': 90 * DAY, '4320m': 3 * DAY, '300000s': 300_000 },
  bad: ['71h', '259199', '0', '-30d', '30 days', '1.5d', '3651d', '999999999d', 'never'],
  others: { TOKEN_LIFETIME_USER: '72h', TOKEN_LIFETIME_CLIENT: '72h', TOKEN_LIFETIME_REFRESH: '3650d' },
});

export const retention = (of: Case['of'], fallback: number): Case => ({
  of,
  default: fallback,
  good: { '1h': 3600, '3600': 3600, '90d': 90 * DAY, '3650d': 3650 * DAY },
  bad: ['0', '59m', '-1d', '3651d', 'forever', '1 d'],
  others: {
    HISTORY_RETENTION: '1h',
    HISTORY_HOURS_RETENTION: '3650d',
  },
});

export const limit = (of: Case['of'], fallback: number): Case => ({
  of,
  default: fallback,
  good: { '1': 1, '1000000': 1_000_000 },
  bad: ['0', '-1', '1.5', 'none', '1000001'],
});
