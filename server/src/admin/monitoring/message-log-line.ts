import { publishTopic } from '@azulejo/contract';
import type { TraceLine, TraceRecord } from '../../core/message-trace/index.ts';
import { hasMoreParts } from '../../platform/has-more-parts.ts';
import { hidden, isSecretName, withoutSecretMembers, withoutSecrets } from '../../platform/secrets.ts';

const PAYLOAD_LENGTH = 2_000;
/** How much of a payload is examined when it is not JSON or is longer than this. */
const LOOKED_AT = 8_000;
const TEXT_LENGTH = 500;
/** A value with more members is longer than what is shown, and masking them would take time. */
const MAX_PARTS = 5_000;

/** A trace entry reduced to a few bytes, so that many can be stored, and without secrets. */
export type Line = TraceLine & {
  /** Increases with every line. */
  readonly n: number;
};

export function toLine(n: number, { data, raw, topic, ...record }: TraceRecord): Line {
  const { address, reason } = record;
  const text = payloadOf({ ...record, data, raw });
  const shown = topic ?? (address && publishTopic(address));
  return {
    ...record,
    n,
    topic: shown && withoutSecrets(shown.slice(0, TEXT_LENGTH)),
    reason: reason && { ...reason, text: withoutSecrets(reason.text.slice(0, TEXT_LENGTH)) },
    payload: text?.slice(0, PAYLOAD_LENGTH),
    bytes: raw && text && raw.length > PAYLOAD_LENGTH ? raw.length : bytesBeyond(text),
  };
}

const bytesBeyond = (text: string | undefined): number | undefined =>
  text && text.length > PAYLOAD_LENGTH ? Buffer.byteLength(text) : undefined;

type Payload = Pick<TraceRecord, 'address' | 'io' | 'data' | 'raw'>;

function payloadOf({ address, io, data, raw }: Payload): string | undefined {
  const isSecret = address !== undefined && isSecretName(address.propertyId);
  if (raw) return isSecret ? hidden : rawText(raw);
  if (io === undefined) return undefined;
  return jsonText({ io, ...(data === undefined ? {} : { data: isSecret ? hidden : data }) });
}

function rawText(raw: Buffer): string {
  if (raw.length > LOOKED_AT) return withoutSecrets(raw.subarray(0, LOOKED_AT).toString());
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(raw);
    return looksLikeJson(text) ? jsonText(JSON.parse(text)) : withoutSecrets(text);
  } catch (error) {
    return error instanceof SyntaxError
      ? withoutSecrets(raw.toString())
      : `${raw.length} bytes that are not UTF-8`;
  }
}

const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text);

function jsonText(value: unknown): string {
  if (hasMoreParts(value, MAX_PARTS)) return 'too many parts to be shown';
  try {
    return withoutSecrets(JSON.stringify(value, withoutSecretMembers));
  } catch {
    return 'nested too deeply to be shown';
  }
}
