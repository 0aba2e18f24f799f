import { groupKeyOf } from '@azulejo/automations/words';
import type { AutomationPropertyGroup } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { useHome } from '../../../../data/live/use-home.ts';
import fields from '../../../../kit/ui/native-fields.module.css';
import { useEditor } from '../shared/editor-context.ts';
import { useMembers } from '../shared/use-members.ts';
import { valueAt } from '../state/path.ts';
import { Choices } from './choices.tsx';
import { DoneButton } from './done-button.tsx';
import classes from './panels.module.css';

/** Lists the names of at most this many devices. */
const MAX_NAMED = 8;

type Props = {
  path: string;
};

/** Chooses devices of a kind: any or every one, of a room or of the whole home. Shows which these are now. */
export function GroupPanel({ path }: Props) {
  const { definition, set, wording } = useEditor();
  const { groups } = useHome();
  const group = valueAt(definition, path) as AutomationPropertyGroup;
  const { capital, words } = wording.speech;
  const noun = words.groups[groupKeyOf(group).key];
  return (
    <div className={classes.panel}>
      {!path.endsWith('.set.properties') && (
        <Choices
          label={t`How many of them`}
          value={group.of}
          options={[
            { value: 'any', label: capital(noun.any) },
            { value: 'every', label: capital(noun.every) },
          ]}
          onChange={(of) => set(`${path}.of`, of, path)}
        />
      )}
      <label className={fields.field}>
        <span>{t`Room`}</span>
        <select
          className={fields.select}
          value={group.room ?? ''}
          onChange={({ currentTarget: { value } }) => set(`${path}.room`, value || undefined, path)}
        >
          <option value="">{t`The whole home`}</option>
          {groups.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Members group={group} />
      <DoneButton path={path} />
    </div>
  );
}

/** Names the devices that belong to a group now. */
function Members({ group }: { group: AutomationPropertyGroup }) {
  const { wording } = useEditor();
  const { names, speech } = wording;
  const members = useMembers(group);
  const known = [...new Set(members.map(({ address }) => names.property(address)?.device ?? ''))].filter(
    Boolean,
  );
  const named = known.slice(0, MAX_NAMED);
  const rest = known.length - named.length;
  const list = speech.list(
    rest > 0 ? [...named, plural(rest, { one: '# more', other: '# more' })] : named,
    'and',
  );
  return (
    <p className={classes.note} role="status">
      {known.length === 0
        ? t`No device belongs to this now.`
        : t`Now: ${list}. Devices that are added later are included.`}
    </p>
  );
}
