import type { ChannelTemplate } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Text } from '@mantine/core';
import classes from './completed-note.module.css';
import type { Imported } from './data/queries.ts';

const parts = () => ({ properties: t`Property`, components: t`Component`, tiles: t`Tile` }) as const;

/** Says what a short file left out and the platform filled in, before it is saved. */
export function CompletedNote({ imported: { fileName, template, completed } }: { imported: Imported }) {
  if (completed.length === 0) return null;
  return (
    <Alert color="azul" title={filledText(completed.length, fileName)}>
      <Text size="sm">
        <Trans>
          They follow from the rest of the file. Check them, and change what does not fit, before you save.
        </Trans>
      </Text>
      <details className={classes.list}>
        <summary>
          <Trans>What was filled in</Trans>
        </summary>
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

const filledText = (count: number, fileName: string): string =>
  t`${plural(count, { one: '# member', other: '# members' })} of ${fileName} filled in`;

/** Groups paths such as `properties.2.id` by the part of the template, with its label. */
function byPart(template: ChannelTemplate, paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const [list = '', index, ...rest] = path.split('.');
    const isPart = list in parts() && rest.length > 0;
    const group = isPart
      ? partName(template, list as keyof ReturnType<typeof parts>, Number(index))
      : t`Template`;
    groups.set(group, [...(groups.get(group) ?? []), isPart ? rest.join('.') : path]);
  }
  return groups;
}

function partName(template: ChannelTemplate, list: keyof ReturnType<typeof parts>, index: number): string {
  const label = template[list][index]?.label;
  return `${parts()[list]} ${label === undefined || label === '' ? index + 1 : `“${label}”`}`;
}
