import type { ChannelTemplate } from '@azulejo/contract';
import { sourcePackage } from './read-definitions.ts';
import type { Unmapped } from './template.ts';

function countBy<T>(values: readonly T[], key: (value: T) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(key(value), (counts.get(key(value)) ?? 0) + 1);
  return [...counts].toSorted(([a], [b]) => a.localeCompare(b, 'en'));
}

function withoutControl(templates: readonly ChannelTemplate[]): string[] {
  return templates.flatMap(({ vendor, model, properties }) =>
    properties
      .filter(({ io, controlInterfaces }) => String(io).includes('w') && controlInterfaces.length === 0)
      .map(({ id }) => `- ${vendor} ${model}: \`${id}\``),
  );
}

const orNothing = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? ['Nothing.'] : lines;

/** Returns a report in Markdown: what the catalogue contains and what could not be mapped. */
export function reportOf(templates: readonly ChannelTemplate[], unmapped: readonly Unmapped[]): string {
  const vendors = countBy(templates, ({ vendor }) => vendor);
  const properties = templates.reduce((sum, template) => sum + template.properties.length, 0);
  return [
    '# Report of the catalogue',
    '',
    `${templates.length} devices of ${vendors.length} vendors with ${properties} properties, from ` +
      `${sourcePackage.name} ${sourcePackage.version}.`,
    '',
    '| kind | devices |',
    '|---|---|',
    ...countBy(templates, ({ kind }) => kind).map(([kind, count]) => `| ${kind} | ${count} |`),
    '',
    '## Not mapped',
    '',
    ...orNothing(unmapped.map(({ model, feature, reason }) => `- ${model}: \`${feature}\`: ${reason}`)),
    '',
    '## Mapped, but no control edits it',
    '',
    ...orNothing(withoutControl(templates)),
    '',
  ].join('\n');
}
