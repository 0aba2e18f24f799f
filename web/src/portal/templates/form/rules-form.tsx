import type { TemplateProperty } from '@azulejo/contract';
import { Stack } from '@mantine/core';
import { blankInput, blankRule, freeName } from '../draft/blank.ts';
import { useDraft, useList, useMember } from '../draft/draft.tsx';
import type { Path } from '../draft/path.ts';
import { ChoiceField, NameField, TextField } from './fields.tsx';
import { Columns } from './form-section.tsx';
import { PartList } from './part-list.tsx';

type Rule = TemplateProperty['triggers'][number];
type Input = Rule['inputs'][number];
type RulesProps = { path: Path; controls: Path; noun: 'trigger' | 'state' | 'action' };

/** The form of what automations are offered, as sentences. */
export function RulesForm({ path, controls, noun }: RulesProps) {
  const ids = (useList(path).items as readonly Rule[]).map(({ id }) => id);
  const firstControl = (useList(controls).items as readonly { id: string }[])[0]?.id;
  return (
    <PartList
      path={path}
      noun={noun}
      empty={`There are no ${noun}s.`}
      name={(rule: Rule, index) => rule.label || rule.id || `Rule ${index + 1}`}
      summary={({ predicateLabel, inputsLabel }) => `${predicateLabel} ${inputsLabel}`}
      create={() => blankRule(freeName('rule', ids), firstControl) as Rule}
      duplicate={(rule) => ({ ...rule, id: freeName(rule.id, ids) })}
    >
      {(at) => <RuleForm path={at} controls={controls} />}
    </PartList>
  );
}

function RuleForm({ path, controls }: Omit<RulesProps, 'noun'>) {
  const { vocabulary } = useDraft();
  const { set: rename } = useMember([...path, 'id']);
  const choices = (useList(controls).items as readonly { id: string }[]).map(({ id }) => ({
    value: id,
    label: id,
  }));
  return (
    <Stack gap="sm">
      <Columns>
        <TextField path={[...path, 'label']} label="Label" description="Such as Temperature rises above." />
        <NameField path={[...path, 'id']} label="Rule id" onRename={rename} />
        <TextField
          path={[...path, 'predicateLabel']}
          label="Text before the input"
          description="rises above"
        />
        <TextField
          path={[...path, 'inputsLabel']}
          label="Input label"
          description="{{value}} is replaced by the input with that id."
        />
        <ChoiceField path={[...path, 'condition']} label="Condition" data={vocabulary.conditions} />
      </Columns>
      <PartList
        path={[...path, 'inputs']}
        noun="input"
        empty="No inputs."
        name={(input: Input, index) => input.id || `Input ${index + 1}`}
        summary={({ controlInterfaceId }) => controlInterfaceId}
        create={() => blankInput(choices[0]?.value ?? '')}
      >
        {(at) => (
          <Stack gap="sm">
            <Columns>
              <ChoiceField path={[...at, 'controlInterfaceId']} label="Control" data={choices} />
              <TextField path={[...at, 'id']} label="Input id" />
            </Columns>
            <PathsForm path={[...at, 'path']} />
          </Stack>
        )}
      </PartList>
    </Stack>
  );
}

/** The form of where the control's values go. */
function PathsForm({ path }: { path: Path }) {
  return (
    <PartList
      path={path}
      noun="way"
      empty="The control’s value is not used."
      name={(_way, index) => `Way ${index + 1}`}
      summary={({ source, target }: { source: string; target: string }) => `${source} to ${target}`}
      create={() => ({ source: '$', target: '$' })}
    >
      {(at) => (
        <Columns>
          <TextField path={[...at, 'source']} label="From" description="$ is the control’s whole value." />
          <TextField path={[...at, 'target']} label="To" description="$ is the whole value." />
        </Columns>
      )}
    </PartList>
  );
}
