import type { SupportedModel } from '@azulejo/contract';
import { MAX_MODEL_SEARCH_LENGTH } from '@azulejo/contract/limits';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IconSearch } from '../design/icons.generated.ts';
import { EmptyState, ErrorState, LoadingState } from '../design/states.tsx';
import { modelLine } from './model-text.ts';
import classes from './models.module.css';
import { type ModelSource, modelsQuery } from './models-query.ts';

const TYPING_MS = 200;

type Props = {
  source: ModelSource;
  text: string;
  onText: (text: string) => void;
  /** Renders the link to a model around its content. */
  renderLink: (model: SupportedModel, className: string | undefined, content: ReactNode) => ReactNode;
};

/** Searches the models of devices that the platform knows. */
export function ModelSearch({ source, text, onText, renderLink }: Props) {
  const [requested] = useDebouncedValue(text.trim(), TYPING_MS);
  const found = useInfiniteQuery({ ...modelsQuery(source, requested), placeholderData: keepPreviousData });
  const models = found.data?.pages.flatMap((page) => page.models) ?? [];
  const total = found.data?.pages[0]?.size ?? 0;
  return (
    <>
      <TextInput
        type="search"
        label={t`Brand, model or words`}
        size="md"
        maxLength={MAX_MODEL_SEARCH_LENGTH}
        className={classes.field}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
      <Text size="sm" c="dimmed" role="status">
        {found.isSuccess && countText(models.length, total)}
      </Text>
      {found.isPending && <LoadingState label={t`Searching`} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && total === 0 && (
        <EmptyState title={t`No device found`}>
          <Trans>Try fewer words, or the model name that is printed on the device.</Trans>
        </EmptyState>
      )}
      <ul className={classes.models}>
        {models.map((model) => (
          <li key={model.id}>{renderLink(model, classes.model, <ModelCard model={model} />)}</li>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          variant="default"
          size="md"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}

function ModelCard({ model }: { model: SupportedModel }) {
  return (
    <>
      <img src={model.thumbnail} alt="" width={56} height={56} loading="lazy" />
      <span className={classes.words}>
        <span className={classes.name}>{model.name}</span>
        <span className={classes.quiet}>{modelLine(model)}</span>
      </span>
    </>
  );
}

function countText(shown: number, total: number): string {
  if (total === 0) return t`No device found`;
  const all = plural(total, { one: '# device', other: '# devices' });
  return shown < total ? t`The first ${shown} of ${all}` : all;
}
