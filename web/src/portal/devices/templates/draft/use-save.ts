import type { ChannelTemplate, TemplateDocument } from '@azulejo/contract';
import { AzulejoError } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notify } from '../../../../design/notify.ts';
import { usePortal } from '../../../session/portal.ts';
import { forgetImported, forgetTemplates, templateQuery } from '../data/queries.ts';

export type Saving = ReturnType<typeof useSave>;

type Order = {
  template: ChannelTemplate;
  baseVersion: number | undefined;
  /** The draft that is stored; undefined for an earlier version, which replaces the draft. */
  sent?: ChannelTemplate;
};

type SaveOptions = {
  /** The newest version that the author knows; undefined for a template that is not stored yet. */
  baseVersion: number | undefined;
  draft: ChannelTemplate;
  /** Called with the stored template. Returns whether it is edited from now on, not what was typed since `sent`. */
  onStored: (stored: TemplateDocument, sent?: ChannelTemplate) => boolean;
};

/** Stores the draft as a new template or a new version, and detects a concurrent change. */
export function useSave({ baseVersion, draft, onStored }: SaveOptions) {
  const portal = usePortal();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [hasConflict, setHasConflict] = useState(false);
  const show = async (stored: TemplateDocument, sent?: ChannelTemplate) => {
    const { id } = stored.template;
    queries.setQueryData(templateQuery(portal, id).queryKey, stored);
    forgetImported(queries);
    setHasConflict(false);
    const params = { templateId: id };
    // Navigating reopens the editor, which would discard what was typed since.
    if (onStored(stored, sent))
      await navigate({
        to: '/templates/$templateId',
        params,
        search: {},
        replace: true,
        ignoreBlocker: true,
      });
    await forgetTemplates(queries);
  };
  const store = useMutation({
    mutationFn: ({ template, baseVersion: base }: Order) =>
      base === undefined
        ? portal.templates.create({ template })
        : portal.templates.save({ template_id: template.id, template, base_version: base }),
    onSuccess: async (stored, { sent }) => {
      notify.done(t`Saved as version ${stored.version}`);
      await show(stored, sent);
    },
    onError: (error) => {
      if (error instanceof AzulejoError && error.status === 412) setHasConflict(true);
      else notify.failed(error);
    },
  });
  const restore = useMutation({
    mutationFn: (version: number) => portal.templates.get({ template_id: draft.id, version }),
    onSuccess: ({ template, newest_version: base }) => store.mutate({ template, baseVersion: base }),
    onError: notify.failed,
  });
  const discard = useMutation({
    mutationFn: async () => show(await portal.templates.get({ template_id: draft.id })),
    onError: notify.failed,
  });
  return {
    save: () => store.mutate({ template: draft, baseVersion, sent: draft }),
    saveOver: (version: number) => store.mutate({ template: draft, baseVersion: version, sent: draft }),
    restore: (version: number) => restore.mutate(version),
    /** Replaces the draft by the stored version. */
    discard: () => discard.mutate(),
    forgetConflict: () => setHasConflict(false),
    hasConflict,
    isPending: store.isPending || restore.isPending,
  };
}
