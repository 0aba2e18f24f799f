import type { StoredModels } from '@azulejo/catalog';
import type { ChannelTemplate } from '@azulejo/contract';
import type { Unmapped } from '@azulejo/devices';

const count = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** What the template of a model leaves out, for want of a place or because it is a secret. */
type Without = { readonly unmapped: readonly Unmapped[]; readonly secrets: readonly string[] };

const orNothing = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? ['Nothing.'] : lines;

/** Creates the report of the catalogue: what it contains, and what no template has. */
export function createReport({ name, version }: StoredModels['source']) {
  const kinds = new Map<string, number>();
  const vendors = new Map<string, number>();
  const withoutControl = new Map<string, number>();
  const unmapped: string[] = [];
  const secrets = new Map<string, number>();
  let models = 0;
  let properties = 0;

  return {
    add(template: ChannelTemplate, without: Without): void {
      models += 1;
      properties += template.properties.length;
      count(kinds, template.kind);
      count(vendors, template.vendor);
      for (const { id, io, controlInterfaces } of template.properties)
        if (io.includes('w') && controlInterfaces.length === 0) count(withoutControl, id);
      for (const feature of new Set(without.secrets)) count(secrets, feature);
      for (const { feature, reason } of without.unmapped)
        unmapped.push(`- ${template.vendor} ${template.model}: \`${feature}\`: ${reason}`);
    },

    /** Returns the report in Markdown. */
    render: (): string =>
      [
        '# Report of the catalogue',
        '',
        `${models} models of ${vendors.size} vendors with ${properties} properties, from ${name} ${version}.`,
        '',
        '| kind | models |',
        '|---|---|',
        ...inOrder(kinds).map(([kind, number]) => `| ${kind} | ${number} |`),
        '',
        '## Not mapped',
        '',
        ...orNothing(unmapped),
        '',
        '## Not mapped: secrets',
        '',
        ...orNothing(inOrder(secrets).map(([name, number]) => `- \`${name}\` of ${number} models`)),
        '',
        '## Mapped, but no control edits it',
        '',
        ...orNothing(inOrder(withoutControl).map(([id, number]) => `- \`${id}\` of ${number} models`)),
        '',
      ].join('\n'),
  };
}

const inOrder = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].toSorted(([a], [b]) => a.localeCompare(b, 'en'));
