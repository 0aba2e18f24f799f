import type { PortalApplicationDetail, PortalApplicationOptions } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { fieldErrors } from '../../../../design/error-text.ts';
import { notify } from '../../../../design/notify.ts';
import { usePortal } from '../../../session/portal.ts';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { useChange } from '../data/use-change.ts';
import { changesOf, type FormValues, toFormValues, typedSince } from './form-values.ts';
import { durationText } from './lifetime.ts';
import { LifetimeField } from './lifetime-field.tsx';
import classes from './settings-form.module.css';

type Props = {
  application: PortalApplicationDetail;
  options: PortalApplicationOptions;
  mayChange: boolean;
};

export function SettingsForm({ application, options, mayChange }: Props) {
  const portal = usePortal();
  /** The values at the start, against which changes are detected. */
  const [base, setBase] = useState(application);
  const form = useForm({ initialValues: toFormValues(application) });
  const begin = (from: PortalApplicationDetail, typed: Partial<FormValues> = {}) => {
    setBase(from);
    form.setInitialValues(toFormValues(from));
    form.setValues({ ...toFormValues(from), ...typed });
  };
  const save = useChange(
    () =>
      portal.applications.update({
        application_id: application.client_id,
        ...changesOf(base, form.getValues()),
      }),
    {
      done: t`Saved.`,
      onFailed: (error) => {
        const errors = fieldErrors(error);
        if (Object.keys(errors).length === 0) notify.failed(error);
        form.setErrors(byField(errors));
      },
    },
  );
  const submit = (sent: FormValues) =>
    save.mutate(undefined, { onSuccess: (stored) => begin(stored, typedSince(sent, form.getValues())) });
  const isChanged = Object.keys(changesOf(base, form.values)).length > 0;
  // Changes of others are adopted, but not while the form is being edited.
  if (application !== base && !isChanged) begin(application);
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <fieldset disabled={!mayChange} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <Stack gap="lg">
          <TextInput label={t`Name`} maxLength={200} autoComplete="off" {...form.getInputProps('name')} />
          <Fields application={application} options={options} mayChange={mayChange} form={form} />
          {mayChange && (
            <Group>
              <Button type="submit" disabled={!isChanged} loading={save.isPending}>
                <Trans>Save</Trans>
              </Button>
              {isChanged && (
                <Button variant="default" onClick={() => form.reset()}>
                  <Trans>Undo</Trans>
                </Button>
              )}
            </Group>
          )}
        </Stack>
      </fieldset>
      <LeaveDialog isDirty={isChanged && !save.isPending} />
    </form>
  );
}

/** Maps errors to fields: an entry of a list is named by the list and a number. */
const byField = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([field, text]) => [field.split('.')[0] ?? field, text]));

type Form = ReturnType<typeof useForm<ReturnType<typeof toFormValues>>>;

function Fields({ application, options, mayChange, form }: Props & { form: Form }) {
  const isManager = application.type === 'manager';
  return (
    <>
      {!isManager && (
        <>
          <Textarea
            label={t`Redirect URIs`}
            description={t`Where sign-in may redirect the browser, one per line.`}
            placeholder={'https://casa.example/signed-in\ncasaazul://signed-in'}
            autosize
            minRows={2}
            spellCheck={false}
            {...form.getInputProps('redirect_uris')}
          />
          <Textarea
            label={t`Origins`}
            description={t`Web origins that may call the API: scheme://host[:port], one per line.`}
            placeholder="https://casa.example"
            autosize
            minRows={2}
            spellCheck={false}
            {...form.getInputProps('origins')}
          />
        </>
      )}
      <Scopes application={application} options={options} form={form} />
      <Lifetimes application={application} options={options} mayChange={mayChange} form={form} />
      {!isManager && (
        <>
          <NumberInput
            label={t`Minimum password length`}
            description={t`Between ${options.least_password_length} (the shortest that known apps accept) and ${options.most_password_length} characters. Common passwords are always refused.`}
            min={options.least_password_length}
            max={options.most_password_length}
            clampBehavior="none"
            allowDecimal={false}
            classNames={{ wrapper: classes.short ?? '' }}
            {...form.getInputProps('minimum_password_length')}
          />
          <TextInput
            label={t`App scheme`}
            description={t`URL scheme that opens its app on a phone, such as casaazul. Leave it empty if there is none.`}
            maxLength={64}
            classNames={{ wrapper: classes.short ?? '' }}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('app_scheme')}
          />
        </>
      )}
    </>
  );
}

const scopeTexts = (): Readonly<Record<string, string>> => ({
  application: t`application: act for itself and access its users`,
  user: t`user: let its users sign in and act for themselves`,
  distributor: t`distributor: access the users of the applications it works for`,
  manager: t`manager: own the devices it creates`,
});

function Scopes({ application, options, form }: Omit<Props, 'mayChange'> & { form: Form }) {
  const known = options.types.find(({ type }) => type === application.type)?.scopes ?? application.scopes;
  return (
    <Checkbox.Group label={t`Scopes`} description={t`What it may request.`} {...form.getInputProps('scopes')}>
      <Stack gap="xs" mt="xs">
        {known.map((scope) => (
          <Checkbox key={scope} value={scope} label={scopeTexts()[scope] ?? scope} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function Lifetimes({ application, options, mayChange, form }: Props & { form: Form }) {
  const ofType = options.types.find(({ type }) => type === application.type);
  if (!ofType) return null;
  const least = durationText(ofType.least_token_lifetime);
  const reason =
    application.type === 'distributor'
      ? t`At least ${least}.`
      : t`At least ${least}: with a shorter lifetime, known clients sign in again and again or sign people out.`;
  const empty = (seconds: number) => t`If empty: ${durationText(seconds)}, the platform’s default.`;
  const fields = [
    ['access_token_lifetime', t`Access token lifetime`, ofType.access_token_lifetime],
    ['refresh_token_lifetime', t`Refresh token lifetime`, options.refresh_token_lifetime],
  ] as const;
  return fields.map(([name, label, platform]) => (
    <LifetimeField
      key={name}
      label={label}
      description={`${reason} ${empty(platform)}`}
      value={form.values[name]}
      onChange={(value) => form.setFieldValue(name, value)}
      error={form.errors[name] as string | undefined}
      disabled={!mayChange}
    />
  ));
}
