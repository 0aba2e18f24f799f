import type { TemplateProperty } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import type { Path } from '../../../../design/member-path.ts';
import { blankInput, blankRule, freeName } from '../draft/blank.ts';
import { useDraft, useList, useMember } from '../draft/draft.tsx';
import { ChoiceField, NameField, TextField } from './fields.tsx';
import { Columns } from './form-section.tsx';
import { PartList } from './part-list.tsx';

type Rule = TemplateProperty['triggers'][number];
type Input = Rule['inputs'][number];
const ruleNouns = () => ({ trigger: t`trigger`, state: t`state`, action: t`action` });

const noRules = () => ({
  trigger: t`There are no triggers.`,
  state: t`There are no states.`,
  action: t`There are no actions.`,
});

type RulesProps = { path: Path; controls: Path; kind: 'trigger' | 'state' | 'action' };

/** Edits what automations are offered, as sentences. */
export function RulesForm({ path, controls, kind }: RulesProps) {
  const ids = (useList(path).items as readonly Rule[]).map(({ id }) => id);
  const firstControl = (useList(controls).items as readonly { id: string }[])[0]?.id;
  return (
    <PartList
      path={path}
      noun={ruleNouns()[kind]}
      empty={noRules()[kind]}
      name={(rule: Rule, index) => rule.label || rule.id || t`Rule ${index + 1}`}
      summary={({ predicateLabel, inputsLabel }) => `${predicateLabel} ${inputsLabel}`}
      create={() => blankRule(freeName('rule', ids), firstControl) as Rule}
      duplicate={(rule) => ({ ...rule, id: freeName(rule.id, ids) })}
    >
      {(at) => <RuleForm path={at} controls={controls} />}
    </PartList>
  );
}

function RuleForm({ path, controls }: Omit<RulesProps, 'kind'>) {
  const { vocabulary } = useDraft();
  const { set: rename } = useMember([...path, 'id']);
  const choices = (useList(controls).items as readonly { id: string }[]).map(({ id }) => ({
    value: id,
    label: id,
  }));
  return (
    <Stack gap="sm">
      <Columns>
        <TextField
          path={[...path, 'label']}
          label={t`Label`}
          description={t`Such as Temperature rises above.`}
        />
        <NameField path={[...path, 'id']} label={t`Rule id`} onRename={rename} />
        <TextField
          path={[...path, 'predicateLabel']}
          label={t`Text before the input`}
          description={t`rises above`}
        />
        <TextField
          path={[...path, 'inputsLabel']}
          label={t`Input label`}
          description={t`${'{{value}}'} is replaced by the input with that id.`}
        />
        <ChoiceField path={[...path, 'condition']} label={t`Condition`} data={vocabulary.conditions} />
      </Columns>
      <PartList
        path={[...path, 'inputs']}
        noun={t`input`}
        empty={t`No inputs.`}
        name={(input: Input, index) => input.id || t`Input ${index + 1}`}
        summary={({ controlInterfaceId }) => controlInterfaceId}
        create={() => blankInput(choices[0]?.value ?? '')}
      >
        {(at) => (
          <Stack gap="sm">
            <Columns>
              <ChoiceField path={[...at, 'controlInterfaceId']} label={t`Control`} data={choices} />
              <TextField path={[...at, 'id']} label={t`Input id`} />
            </Columns>
            <PathsForm path={[...at, 'path']} />
          </Stack>
        )}
      </PartList>
    </Stack>
  );
}

/** Edits where the control's values go. */
function PathsForm({ path }: { path: Path }) {
  return (
    <PartList
      path={path}
      noun={t`way`}
      empty={t`The control’s value is not used.`}
      name={(_way, index) => t`Way ${index + 1}`}
      summary={({ source, target }: { source: string; target: string }) => t`${source} to ${target}`}
      create={() => ({ source: '$', target: '$' })}
    >
      {(at) => (
        <Columns>
          <TextField
            path={[...at, 'source']}
            label={t({ message: 'From', context: 'path' })}
            description={t`$ is the control’s whole value.`}
          />
          <TextField
            path={[...at, 'target']}
            label={t({ message: 'To', context: 'path' })}
            description={t`$ is the whole value.`}
          />
        </Columns>
      )}
    </PartList>
  );
}
