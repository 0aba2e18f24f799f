import type { TemplateDocument } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { ActionIcon, Anchor, Badge, Button, Group, Menu, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notify } from '../../../design/notify.ts';
import { IconCopy, IconDots, IconDownload, IconTrash } from '../../../design/page-icons.generated.ts';
import { UndoButtons } from '../../../design/undo-buttons.tsx';
import { useEditShortcuts } from '../../../design/use-edit-shortcuts.ts';
import { usePortal } from '../../session/portal.ts';
import { useMay } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { forgetTemplates, versionsQuery } from './data/queries.ts';
import { WrittenAt } from './data/written-at.tsx';
import { downloadJson, fileNameOf } from './download.ts';
import { useDraft } from './draft/draft.tsx';
import type { Check } from './draft/use-check.ts';
import type { EditorState } from './draft/use-editor-state.ts';
import type { Saving } from './draft/use-save.ts';
import classes from './editor-header.module.css';
import { TemplatePicture } from './picture/template-picture.tsx';

type EditorHeaderProps = {
  document: TemplateDocument | undefined;
  isChanged: boolean;
  check: Check;
  state: EditorState;
  saving: Saving;
};

export function EditorHeader({ document, isChanged, check, state, saving }: EditorHeaderProps) {
  const { template, isReadOnly } = useDraft();
  const { value } = state;
  const isGood = check.state === 'checked' && check.result.errors.length === 0 && value !== undefined;
  const maySave = !isReadOnly && isChanged && isGood && !saving.isPending;
  useEditShortcuts({ ...state, save: () => maySave && saving.save() });
  return (
    <header>
      <Anchor component={Link} to="/templates" size="sm">
        <Trans>Templates</Trans>
      </Anchor>
      <div className={classes.head}>
        <TemplatePicture picture={template.picture} kind={template.kind} size={56} />
        <div className={classes.words}>
          <Title order={1} size="h2" className={classes.name ?? ''}>
            {template.name || t`New template`}
          </Title>
          <Group gap="xs">
            <Text c="dimmed">
              {[template.vendor, template.model].filter(Boolean).join(' ') || t`Not saved yet`}
            </Text>
            {document && <WrittenBy document={document} />}
          </Group>
        </div>
        <Group gap="sm" className={classes.actions ?? ''}>
          {!isReadOnly && <CheckState check={check} isChanged={isChanged} isJson={value !== undefined} />}
          {!isReadOnly && <UndoButtons edits={state.edits} undo={state.undo} redo={state.redo} size={36} />}
          {!isReadOnly && (
            <Button
              onClick={saving.save}
              loading={saving.isPending}
              disabled={!isChanged || !isGood}
              aria-keyshortcuts="Control+S"
            >
              {document ? t`Save as version ${document.newest_version + 1}` : t`Save`}
            </Button>
          )}
          {document && <MoreMenu document={document} />}
        </Group>
      </div>
    </header>
  );
}

function WrittenBy({ document }: { document: TemplateDocument }) {
  return (
    <>
      <Badge variant="light" tt="none">
        <Trans>Version {document.version}</Trans>
      </Badge>
      <Text size="sm" c="dimmed">
        <WrittenAt version={document} />
      </Text>
    </>
  );
}

type CheckStateProps = { check: Check; isChanged: boolean; isJson: boolean };

/** Shows the state of the validation, which screen readers announce when it changes. */
function CheckState({ check, isChanged, isJson }: CheckStateProps) {
  return (
    <Text size="sm" c="dimmed" role="status">
      {wordsOf(check, isChanged, isJson)}
    </Text>
  );
}

function wordsOf(
  { state, result: { errors, warnings } }: Check,
  isChanged: boolean,
  isJson: boolean,
): string {
  if (!isChanged) return t`Saved`;
  if (!isJson) return t`Invalid JSON`;
  if (state === 'failed') return t`Not checked: the platform did not respond`;
  if (state === 'checking') return t`Checking …`;
  if (errors.length > 0) return plural(errors.length, { one: '# error', other: '# errors' });
  if (warnings.length > 0) return plural(warnings.length, { one: '# hint', other: '# hints' });
  return t`No errors`;
}

function MoreMenu({ document }: { document: TemplateDocument }) {
  const mayWrite = useMay('developer');
  const [isDeleting, setIsDeleting] = useState(false);
  const { template } = document;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t`More`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayWrite && (
            <Menu.Item
              renderRoot={(props) => (
                <Link
                  to="/templates/$templateId"
                  params={{ templateId: 'new' }}
                  search={{ from: template.id }}
                  {...props}
                />
              )}
              leftSection={<IconCopy size={16} stroke={1.6} />}
            >
              <Trans>Duplicate</Trans>
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconDownload size={16} stroke={1.6} />}
            onClick={() => downloadJson(fileNameOf(template), JSON.stringify(template, null, 2))}
          >
            <Trans>Export version {document.version}</Trans>
          </Menu.Item>
          {mayWrite && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} stroke={1.6} />}
              onClick={() => setIsDeleting(true)}
            >
              <Trans>Delete…</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isDeleting && <DeleteTemplateDialog document={document} onClose={() => setIsDeleting(false)} />}
    </>
  );
}

/** Deletes a template, after naming what prevents it. */
function DeleteTemplateDialog({ document, onClose }: { document: TemplateDocument; onClose: () => void }) {
  const portal = usePortal();
  const { template, in_catalogue: inCatalogue } = document;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const versions = useQuery(versionsQuery(portal, template.id));
  const channels = versions.data?.versions.reduce((sum, each) => sum + each.channels, 0) ?? 0;
  const remove = useMutation({
    mutationFn: () => portal.templates.remove({ template_id: template.id }),
    onSuccess: async () => {
      notify.done(t`${template.name} was deleted`);
      await navigate({ to: '/templates' });
      await forgetTemplates(queries);
    },
  });
  return (
    <ConfirmDialog
      title={t`Delete ${template.name}?`}
      verb={t`Delete`}
      isDangerous
      isReady={channels === 0 && !versions.isPending}
      action={remove}
      isOpen
      onClose={onClose}
    >
      {channels > 0 ? (
        <Text>
          <Plural
            value={channels}
            one="# device is made from it. You can delete it once there are none."
            other="# devices are made from it. You can delete it once there are none."
          />
        </Text>
      ) : (
        <Text>
          <Trans>All versions are deleted, and no one can add this kind of device any more.</Trans>
          {inCatalogue && ` ${t`Later releases of the catalogue do not restore it.`}`}
        </Text>
      )}
    </ConfirmDialog>
  );
}
