import type { PortalAuditEntry } from '@azulejo/contract';
import type { Portal } from '@azulejo/sdk/portal';
import { saveFile } from '../../../design/save-file.ts';
import { type Filter, inputOf } from './filter.ts';
import { nameOf, textOf } from './sentences.ts';

const PAGE = 500;
/** Maximum number of pages, which a browser can hold easily. */
const MAX_PAGES = 100;

/**
 * Exports every entry that matches the filter, newest first. Returns false when there were more than a file
 * takes.
 */
export async function exportLog(portal: Portal, filter: Filter, format: 'csv' | 'json'): Promise<boolean> {
  const entries: PortalAuditEntry[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const input = { ...inputOf(filter), limit: PAGE, ...(after !== null && { after }) };
    const answer: Awaited<ReturnType<typeof portal.auditLog.list>> = await portal.auditLog.list(input);
    entries.push(...answer.entries);
    after = answer.next;
    if (after === null) break;
  }
  if (format === 'csv') saveFile('audit-log.csv', toCsv(entries), 'text/csv');
  else saveFile('audit-log.json', `${JSON.stringify(entries, null, 2)}\n`, 'application/json');
  return after === null;
}

const HEADINGS = [
  'time',
  'what',
  'action',
  'actor',
  'actor_id',
  'target',
  'target_id',
  'address',
  'detail',
  'count',
];

/** Formats the entries as CSV (RFC 4180). */
function toCsv(entries: readonly PortalAuditEntry[]): string {
  const rows = entries.map((entry) => {
    const { at, action, actor, target, address, detail, count } = entry;
    return [
      at,
      textOf(entry),
      action,
      actor && nameOf(actor),
      actor?.id,
      target && nameOf(target),
      target?.id,
      address,
      detail,
      String(count),
    ];
  });
  return [HEADINGS, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/**
 * Quotes a cell. A spreadsheet would treat a text with this beginning as a formula, and anyone who signs up
 * chooses a name.
 */
function cell(value: string | null | undefined): string {
  const text = value ?? '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
