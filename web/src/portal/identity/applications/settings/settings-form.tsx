import type { PortalApplicationDetail, PortalApplicationOptions } from '@azulejo/contract';
import { MAX_NAME_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  Button,
  Checkbox,
  Group,
  Input,
  NativeSelect,
  NumberInput,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId, useState } from 'react';
import { fieldErrors } from '../../../../design/error-text.ts';
import { notify } from '../../../../design/notify.ts';
import { usePortal } from '../../../session/portal.ts';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { useChange } from '../data/use-change.ts';
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
          <TextInput
            label={t`Name`}
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
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

/** The values of the form, by the names of the wire. */
type FormValues = {
  name: string;
  redirect_uris: string;
  origins: string;
  scopes: string[];
  access_token_lifetime: Lifetime;
  refresh_token_lifetime: Lifetime;
  minimum_password_length: number | string;
  app_scheme: string;
};

const toFormValues = (application: PortalApplicationDetail): FormValues => ({
  name: application.name,
  redirect_uris: application.redirect_uris.join('\n'),
  origins: application.origins.join('\n'),
  scopes: application.scopes,
  access_token_lifetime: toLifetime(application.access_token_lifetime),
  refresh_token_lifetime: toLifetime(application.refresh_token_lifetime),
  minimum_password_length: application.minimum_password_length,
  app_scheme: application.app_scheme ?? '',
});

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const toWire = (values: FormValues) => ({
  name: values.name.trim(),
  redirect_uris: lines(values.redirect_uris),
  origins: lines(values.origins),
  scopes: values.scopes,
  access_token_lifetime: toSeconds(values.access_token_lifetime),
  refresh_token_lifetime: toSeconds(values.refresh_token_lifetime),
  minimum_password_length: Number(values.minimum_password_length),
  app_scheme: values.app_scheme.trim() === '' ? null : values.app_scheme.trim(),
});

/** Returns only the changed values, so that concurrent changes of others stay. */
function changesOf(application: PortalApplicationDetail, values: FormValues) {
  const before: Record<string, unknown> = toWire(toFormValues(application));
  const changed = Object.entries(toWire(values)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed) as Partial<ReturnType<typeof toWire>>;
}

/** Returns only the values that were typed since others were sent. */
const typedSince = (sent: FormValues, values: FormValues): Partial<FormValues> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name as keyof FormValues]),
    ),
  );

type LifetimeFieldProps = {
  label: string;
  description: string;
  value: Lifetime;
  onChange: (value: Lifetime) => void;
  error?: string;
  disabled: boolean;
};

/** Edits a number and its unit; an empty field means the platform's default. */
function LifetimeField({ label, description, value, onChange, error, disabled }: LifetimeFieldProps) {
  const id = useId();
  return (
    <Input.Wrapper label={label} description={description} error={error} id={id}>
      <Group gap="xs" mt={4} wrap="nowrap" maw={320}>
        <NumberInput
          id={id}
          value={value.amount}
          onChange={(amount) => onChange({ ...value, amount: amount === '' ? '' : Number(amount) })}
          min={1}
          max={1_000_000}
          hideControls
          placeholder={t`Platform default`}
          error={error !== undefined}
          aria-describedby={`${id}-description${error === undefined ? '' : ` ${id}-error`}`}
          disabled={disabled}
          flex={1}
        />
        <NativeSelect
          aria-label={t`${label}: unit`}
          data={['days', 'hours', 'minutes']}
          value={value.unit}
          onChange={(event) => onChange({ ...value, unit: event.currentTarget.value as Unit })}
          disabled={disabled}
        />
      </Group>
    </Input.Wrapper>
  );
}

/** A duration as people write it: a number of the largest unit that divides it evenly. */
type Lifetime = { amount: number | ''; unit: Unit };
type Unit = 'days' | 'hours' | 'minutes';

const unitSeconds: Readonly<Record<Unit, number>> = { days: 86_400, hours: 3_600, minutes: 60 };
const units = Object.keys(unitSeconds) as Unit[];

/** Converts seconds; null, the platform's default, is an empty field. */
function toLifetime(seconds: number | null): Lifetime {
  if (seconds === null) return { amount: '', unit: 'days' };
  const unit = units.find((each) => seconds % unitSeconds[each] === 0) ?? 'minutes';
  return { amount: seconds / unitSeconds[unit], unit };
}

const toSeconds = ({ amount, unit }: Lifetime): number | null =>
  amount === '' ? null : Math.round(amount * unitSeconds[unit]);

function durationText(seconds: number): string {
  const { amount, unit } = toLifetime(seconds);
  return `${Number(amount).toLocaleString()} ${amount === 1 ? unit.slice(0, -1) : unit}`;
}
