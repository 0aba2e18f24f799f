import type { ChannelTemplate } from '@azulejo/contract';
import { Alert, Text } from '@mantine/core';
import { counted } from '../../design/counted.ts';
import classes from './completed-note.module.css';
import type { Imported } from './data/queries.ts';

const PARTS = { properties: 'Property', components: 'Component', tiles: 'Tile' } as const;

/** Says what a short file left out and the platform filled in, before it is saved. */
export function CompletedNote({ imported: { fileName, template, completed } }: { imported: Imported }) {
  if (completed.length === 0) return null;
  return (
    <Alert color="azul" title={`${counted(completed.length, 'member')} of ${fileName} filled in`}>
      <Text size="sm">
        They follow from the rest of the file. Check them, and change what does not fit, before you save.
      </Text>
      <details className={classes.list}>
        <summary>What was filled in</summary>
        <dl>
          {[...byPart(template, completed)].map(([part, names]) => (
            <div key={part}>
              <dt>{part}</dt>
              <dd>{names.join(', ')}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Alert>
  );
}

/** Groups paths such as `properties.2.id` by the part of the template, with its label. */
function byPart(template: ChannelTemplate, paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const [list = '', index, ...rest] = path.split('.');
    const isPart = list in PARTS && rest.length > 0;
    const group = isPart ? partName(template, list as keyof typeof PARTS, Number(index)) : 'Template';
    groups.set(group, [...(groups.get(group) ?? []), isPart ? rest.join('.') : path]);
  }
  return groups;
}

function partName(template: ChannelTemplate, list: keyof typeof PARTS, index: number): string {
  const label = template[list][index]?.label;
  return `${PARTS[list]} ${label === undefined || label === '' ? index + 1 : `“${label}”`}`;
}
