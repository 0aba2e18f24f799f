import type { ChannelTemplate, TemplateDocument, TemplateVocabulary } from '@azulejo/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { usePortal } from '../../session/portal.ts';
import { importedTemplate, templateQuery, vocabularyQuery } from './data/queries.ts';
import { blankTemplate, copyOf } from './draft/blank.ts';
import { Editor } from './editor.tsx';

type Search = { version?: number; from?: string };

/** The search parameter for a file that was chosen on the previous page. */
const FILE = 'file';

/** Opens a template at one of its versions, or `/templates/new`: blank, or from another template or a file. */
export function TemplateEditorPage() {
  const portal = usePortal();
  const { templateId = '' } = useParams({ strict: false });
  const { version, from } = useSearch({ strict: false }) as Search;
  const isNew = templateId === 'new';
  const source = isNew && (from === undefined || from === FILE) ? undefined : isNew ? from : templateId;
  const vocabulary = useQuery(vocabularyQuery(portal));
  const document = useQuery({
    ...templateQuery(portal, source ?? '', isNew ? undefined : version),
    enabled: source !== undefined,
  });
  const error = vocabulary.error ?? document.error;
  if (error) return <ErrorState error={error} onRetry={() => void document.refetch()} />;
  if (!vocabulary.data || (source !== undefined && !document.data)) return <LoadingState />;
  return (
    <Opened
      key={`${templateId} ${version} ${from}`}
      stored={isNew ? undefined : document.data}
      copied={isNew ? document.data?.template : undefined}
      isImported={from === FILE}
      vocabulary={vocabulary.data}
    />
  );
}

type OpenedProps = {
  stored: TemplateDocument | undefined;
  copied: ChannelTemplate | undefined;
  isImported: boolean;
  vocabulary: TemplateVocabulary;
};

function Opened({ stored, copied, isImported, vocabulary }: OpenedProps) {
  const queries = useQueryClient();
  const [imported] = useState(() => {
    const chosen = isImported ? importedTemplate(queries) : undefined;
    return stored && chosen?.template.id !== stored.template.id ? undefined : chosen;
  });
  const [initial] = useState(
    () => imported?.template ?? stored?.template ?? (copied ? copyOf(copied) : blankTemplate()),
  );
  return <Editor initial={initial} stored={stored} imported={imported} vocabulary={vocabulary} />;
}
