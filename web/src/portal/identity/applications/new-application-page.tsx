import type { PortalApplicationType } from '@azulejo/contract';
import { MAX_NAME_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Radio, Stack, Text, TextInput, Title } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { fieldErrors } from '../../../design/error-text.ts';
import { ErrorState } from '../../../design/states.tsx';
import { usePortal } from '../../session/portal.ts';
import { useMay } from '../../session/session.ts';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';
import { APPLICATIONS } from './data/queries.ts';
import { applicationTypes } from './data/types.ts';
import classes from './new-application-page.module.css';
import { passNewSecret } from './new-secrets.ts';

type Values = { name: string; type: PortalApplicationType };

export function NewApplicationPage() {
  const mayChange = useMay('developer');
  return (
    <Stack gap="lg" maw={640}>
      <Title order={1}>
        <Trans>New application</Trans>
      </Title>
      {mayChange ? (
        <RegistrationForm />
      ) : (
        <Text>
          <Trans>Your role can view applications but not register them.</Trans>
        </Text>
      )}
    </Stack>
  );
}

function RegistrationForm() {
  const portal = usePortal();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm<Values>({
    initialValues: { name: '', type: 'mobile' },
    validate: { name: (name) => (name.trim() === '' ? t`Give it a name` : null) },
  });
  const register = useMutation({
    mutationFn: (values: Values) => portal.applications.create(values),
    onSuccess: async ({ application, client_secret: secret }) => {
      passNewSecret(queries, application.client_id, secret);
      await queries.invalidateQueries({ queryKey: APPLICATIONS });
      await navigate({
        to: '/applications/$applicationId',
        params: { applicationId: application.client_id },
        ignoreBlocker: true,
      });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const isAboutField = Object.keys(fieldErrors(register.error)).length > 0;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => register.mutate(values))}>
      <Stack gap="lg">
        <RegistrationFields form={form} />
        {register.isError && !isAboutField && <ErrorState error={register.error} />}
        <Group>
          <Button type="submit" loading={register.isPending}>
            <Trans>Register</Trans>
          </Button>
          <Button component={Link} to="/applications" variant="default">
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </Stack>
      <LeaveDialog isDirty={form.isDirty()} />
    </form>
  );
}

function RegistrationFields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput
        label={t`Name`}
        description={t`People see it when they sign in. You can change it later.`}
        required
        maxLength={MAX_NAME_LENGTH}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Radio.Group
        label={t`Type`}
        description={t`It cannot be changed later.`}
        required
        {...form.getInputProps('type')}
      >
        <Stack gap="xs" mt="xs">
          {applicationTypes().map(({ type, label, text }) => (
            <Radio
              key={type}
              value={type}
              label={label}
              description={text}
              classNames={{ root: classes.choice ?? '', label: classes.label ?? '' }}
            />
          ))}
        </Stack>
      </Radio.Group>
    </>
  );
}
