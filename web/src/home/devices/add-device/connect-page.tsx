import type { BridgeCheck, BridgeType } from '@azulejo/contract';
import {
  MAX_BRIDGE_PASSWORD_LENGTH,
  MAX_BRIDGE_TOPIC_LENGTH,
  MAX_BRIDGE_URL_LENGTH,
  MAX_BRIDGE_USERNAME_LENGTH,
} from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { fieldErrors } from '../../../design/error-text.ts';
import { FormError } from '../../../design/form-error.tsx';
import { GuideLink } from '../../../design/guide-link.tsx';
import { useSession } from '../../data/session/session.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { isFocusFree, useRevealed } from '../../kit/ui/use-revealed.ts';
import { BackLink } from './back-link.tsx';
import { bridgeTexts, type ConnectSearch } from './bridge-types.ts';
import classes from './catalogue.module.css';

type Values = { mqtt_url: string; username: string; password: string; base_topic: string };

const FIELDS = ['mqtt_url', 'username', 'password', 'base_topic'] as const;

/** Returns the members of the request. Empty fields are left out. */
const connectionOf = (type: BridgeType, { mqtt_url, username, password, base_topic }: Values) => ({
  type,
  mqtt_url: mqtt_url.trim(),
  ...(username.trim() !== '' && { username: username.trim() }),
  ...(password !== '' && { password }),
  ...(base_topic.trim() !== '' && { base_topic: base_topic.trim() }),
});

/** Connects a bridge: its address, what was found there, and the consent. */
export function ConnectPage() {
  const { type = 'zigbee2mqtt' }: ConnectSearch = useSearch({ strict: false });
  const { name, meeting, guide } = bridgeTexts(type);
  usePageTitle(t`Connect ${name}`);
  const { form, check, connect, error, focusFault } = useConnect(type);
  const found = check.data;
  const isBusy = check.isPending || connect.isPending;
  return (
    <Stack gap="md" align="stretch">
      <BackLink to="/add/real">
        <Trans>Connect something real</Trans>
      </BackLink>
      <Stack className={classes.panel} gap="lg">
        <div>
          <Title order={1}>
            <Trans>Connect {name}</Trans>
          </Title>
          <Text c="dimmed">
            {meeting} <GuideLink name={guide} />
          </Text>
        </div>
        <form
          noValidate
          onSubmit={form.onSubmit(
            (values) => (found ? connect.mutate(values) : check.mutate(values)),
            focusFault,
          )}
        >
          <Stack gap="md">
            <Fields type={type} form={form} isBusy={isBusy} />
            <FormError error={error} shown={FIELDS} />
            {found && <Consent type={type} found={found} />}
            <Group>
              <Button type="submit" size="md" loading={isBusy}>
                {found ? t`Connect` : t`Look for ${name}`}
              </Button>
            </Group>
          </Stack>
        </form>
      </Stack>
    </Stack>
  );
}

/** Returns the form, and how to try the connection and to store it. */
function useConnect(type: BridgeType) {
  const { client } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<Values>({
    initialValues: { mqtt_url: '', username: '', password: '', base_topic: '' },
    validate: {
      mqtt_url: (url) =>
        /^(mqtts?|wss?):\/\/./.test(url.trim()) ? null : t`Type an address, such as mqtt://192.168.1.5:1883.`,
    },
    // What was found is about the settings that were tried.
    onValuesChange: () => check.reset(),
  });
  const showFields = (error: unknown) => form.setErrors(fieldErrors(error));
  const check = useMutation({
    mutationFn: async (values: Values) => client.bridges.check(connectionOf(type, values)),
    onError: showFields,
  });
  const connect = useMutation({
    mutationFn: async (values: Values) => client.bridges.create(connectionOf(type, values)),
    onError: showFields,
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['bridges'] });
      await navigate({ to: '/add/from/$bridgeId', params: { bridgeId: id }, replace: true });
    },
  });
  const error = connect.error ?? check.error;
  /** Focuses the first field with an error, which may be above the visible part of the page. */
  const focusFault = (errors: object) => faultIn(errors)?.focus();
  const faultIn = (errors: object): HTMLElement | null => {
    const field = FIELDS.find((each) => each in errors);
    return field ? form.getInputNode(field) : null;
  };
  const onRefused = useEffectEvent(() => {
    const field = faultIn(form.errors);
    if (field && isFocusFree(field)) field.focus();
  });
  useEffect(() => {
    // While a request runs, the fields are disabled and cannot take the focus.
    if (error) onRefused();
  }, [error]);
  return { form, check, connect, error, focusFault };
}

type FieldsProps = { type: BridgeType; form: UseFormReturnType<Values>; isBusy: boolean };

function Fields({ type, form, isBusy }: FieldsProps) {
  const { name, topicLabel, usualTopic } = bridgeTexts(type);
  const common = { size: 'md', disabled: isBusy, autoComplete: 'off', spellCheck: false } as const;
  return (
    <>
      <TextInput
        {...common}
        label={t`Address of the MQTT server`}
        description={t`As in the settings of ${name}, but with a name or address that the platform can reach.`}
        placeholder="mqtt://192.168.1.5:1883"
        inputMode="url"
        autoCapitalize="none"
        maxLength={MAX_BRIDGE_URL_LENGTH}
        required
        {...form.getInputProps('mqtt_url')}
      />
      <TextInput
        {...common}
        label={t`User`}
        description={t`Only if the MQTT server needs one.`}
        autoCapitalize="none"
        maxLength={MAX_BRIDGE_USERNAME_LENGTH}
        {...form.getInputProps('username')}
      />
      <PasswordInput
        {...common}
        autoComplete="new-password"
        label={t`Password`}
        maxLength={MAX_BRIDGE_PASSWORD_LENGTH}
        {...form.getInputProps('password')}
      />
      <TextInput
        {...common}
        label={topicLabel}
        description={t`Only if it is not ${usualTopic}.`}
        placeholder={usualTopic}
        autoCapitalize="none"
        maxLength={MAX_BRIDGE_TOPIC_LENGTH}
        {...form.getInputProps('base_topic')}
      />
    </>
  );
}

/** Says what was found, and what the person allows by connecting. */
function Consent({ type, found }: { type: BridgeType; found: BridgeCheck }) {
  const element = useRevealed<HTMLDivElement>();
  return (
    <div role="status" ref={element} tabIndex={-1} className={`${classes.found} ${classes.revealed}`}>
      <Text fw={600}>{bridgeTexts(type).found(found)}</Text>
      {found.problem !== '' && <Text className={classes.warning}>{found.problem}</Text>}
      <Text>
        <Trans>
          When you connect it, it may add its devices to your home. You choose which ones on the next page.
          Only you can add them, and you can disconnect it at any time.
        </Trans>
      </Text>
    </div>
  );
}
