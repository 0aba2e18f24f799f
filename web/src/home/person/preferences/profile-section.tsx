import type { LegacyUserRecord } from '@azulejo/contract';
import { MAX_IMAGE_BYTES, MAX_NAME_LENGTH } from '@azulejo/contract/limits';
import type { Client } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, FileButton, Group, TextInput } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { useSession } from '../../data/session/session.ts';
import classes from './preferences.module.css';
import { Section, useSaving } from './section.tsx';

const personQuery = (client: Client) =>
  queryOptions({
    queryKey: ['person'],
    queryFn: () => client.legacyUsers.get({ user_id: 'me' }),
  });

/** Shows and changes the person's name, e-mail and picture. */
export function ProfileSection() {
  const { client } = useSession();
  const person = useQuery(personQuery(client));
  const queries = useQueryClient();
  const [saving, save] = useSaving();
  const change = (make: () => Promise<{ name?: string; photo?: string | null }>) =>
    save(async () => {
      const changed = await client.legacyUsers.update({ user_id: 'me', ...(await make()) });
      queries.setQueryData(personQuery(client).queryKey, changed);
    });
  return (
    <Section title={t({ message: 'You', context: 'page' })} saving={saving}>
      {person.isPending && <LoadingState />}
      {person.isError && <ErrorState error={person.error} onRetry={() => person.refetch()} />}
      {person.data && (
        <>
          <Photo person={person.data} onChange={change} isSaving={saving.state === 'saving'} />
          <Name
            key={person.data.name}
            name={person.data.name}
            onSave={(name) => change(async () => ({ name }))}
          />
        </>
      )}
    </Section>
  );
}

function Photo({
  person,
  onChange,
  isSaving,
}: {
  person: LegacyUserRecord;
  onChange: (make: () => Promise<{ photo: string | null }>) => Promise<boolean>;
  isSaving: boolean;
}) {
  const { client } = useSession();
  const [problem, setProblem] = useState<string>();
  const isOwn = person.photo.includes('/uploads/');
  const take = (file: File | null) => {
    if (!file) return;
    const isTooLarge = file.size > MAX_IMAGE_BYTES;
    setProblem(isTooLarge ? t`This picture is larger than 5 MB. Choose a smaller one.` : undefined);
    if (!isTooLarge) void onChange(async () => ({ photo: (await client.uploads.create(file)).url }));
  };
  return (
    <div className={classes.who}>
      <img src={person.photo} alt="" className={classes.photo} />
      <div className={classes.words}>
        <div className={classes.label}>{person.email}</div>
        <Group gap="xs" mt={6}>
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={take}>
            {(props) => (
              <Button {...props} variant="default" size="sm" disabled={isSaving}>
                <Trans>Change the picture</Trans>
              </Button>
            )}
          </FileButton>
          {isOwn && (
            <Button
              variant="default"
              size="sm"
              disabled={isSaving}
              onClick={() => void onChange(async () => ({ photo: null }))}
            >
              <Trans>Remove</Trans>
            </Button>
          )}
        </Group>
        {problem && (
          <div className={classes.failed} role="alert">
            {problem}
          </div>
        )}
      </div>
    </div>
  );
}

function Name({ name, onSave }: { name: string; onSave: (name: string) => Promise<boolean> }) {
  const [typed, setTyped] = useState(name);
  const isNew = typed.trim() !== '' && typed.trim() !== name;
  return (
    <form
      className={classes.name}
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew) void onSave(typed.trim());
      }}
    >
      <TextInput
        label={t`Name`}
        autoComplete="name"
        size="md"
        maxLength={MAX_NAME_LENGTH}
        value={typed}
        error={typed.trim() === '' ? t`Type your name.` : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" size="md" disabled={!isNew}>
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}
