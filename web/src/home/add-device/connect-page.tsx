import type { BridgeCheck } from '@azulejo/contract';
import { Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { counted } from '../../design/counted.ts';
import { fieldErrors } from '../../design/error-text.ts';
import { FormError } from '../../design/form-error.tsx';
import { usePageTitle } from '../parts/page-title.ts';
import { useSession } from '../session/session.ts';
import { BackLink } from './back-link.tsx';
import classes from './catalogue.module.css';

type Values = { mqtt_url: string; username: string; password: string; base_topic: string };

const FIELDS = ['mqtt_url', 'username', 'password', 'base_topic'] as const;

/** What is sent: fields that are empty are left out. */
const connectionOf = ({ mqtt_url, username, password, base_topic }: Values) => ({
  type: 'zigbee2mqtt' as const,
  mqtt_url: mqtt_url.trim(),
  ...(username.trim() !== '' && { username: username.trim() }),
  ...(password !== '' && { password }),
  ...(base_topic.trim() !== '' && { base_topic: base_topic.trim() }),
});

/** Connects a Zigbee2MQTT: its address, what was found there, and the consent. */
export function ConnectPage() {
  usePageTitle('Connect Zigbee2MQTT');
  const { client } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<Values>({
    initialValues: { mqtt_url: '', username: '', password: '', base_topic: '' },
    validate: {
      mqtt_url: (url) =>
        /^(mqtts?|wss?):\/\/./.test(url.trim()) ? null : 'Type an address, such as mqtt://192.168.1.5:1883.',
    },
    // What was found is about the settings that were tried.
    onValuesChange: () => check.reset(),
  });
  const showFields = (error: unknown) => form.setErrors(fieldErrors(error));
  const check = useMutation({
    mutationFn: async (values: Values) => client.bridges.check(connectionOf(values)),
    onError: showFields,
  });
  const connect = useMutation({
    mutationFn: async (values: Values) => client.bridges.create(connectionOf(values)),
    onError: showFields,
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['bridges'] });
      await navigate({ to: '/add/from/$bridgeId', params: { bridgeId: id }, replace: true });
    },
  });
  const found = check.data;
  return (
    <Stack gap="md" align="stretch">
      <BackLink to="/add/real">Connect something real</BackLink>
      <Stack className={classes.panel} gap="lg">
        <div>
          <Title order={1}>Connect Zigbee2MQTT</Title>
          <Text c="dimmed">The platform and Zigbee2MQTT meet at the MQTT server that it uses.</Text>
        </div>
        <form
          noValidate
          onSubmit={form.onSubmit((values) => (found ? connect.mutate(values) : check.mutate(values)))}
        >
          <Stack gap="md">
            <Fields form={form} isBusy={check.isPending || connect.isPending} />
            <FormError error={connect.error ?? check.error} shown={FIELDS} />
            {found && <Consent found={found} />}
            <Group>
              <Button type="submit" size="md" loading={check.isPending || connect.isPending}>
                {found ? 'Connect' : 'Look for Zigbee2MQTT'}
              </Button>
            </Group>
          </Stack>
        </form>
      </Stack>
    </Stack>
  );
}

function Fields({ form, isBusy }: { form: UseFormReturnType<Values>; isBusy: boolean }) {
  const common = { size: 'md', disabled: isBusy, autoComplete: 'off', spellCheck: false } as const;
  return (
    <>
      <TextInput
        {...common}
        label="Address of the MQTT server"
        description="As in the settings of Zigbee2MQTT, but with a name or address that the platform can reach."
        placeholder="mqtt://192.168.1.5:1883"
        inputMode="url"
        autoCapitalize="none"
        maxLength={500}
        required
        {...form.getInputProps('mqtt_url')}
      />
      <TextInput
        {...common}
        label="User"
        description="Only if the MQTT server needs one."
        autoCapitalize="none"
        maxLength={200}
        {...form.getInputProps('username')}
      />
      <PasswordInput
        {...common}
        autoComplete="new-password"
        label="Password"
        maxLength={1000}
        {...form.getInputProps('password')}
      />
      <TextInput
        {...common}
        label="Base topic"
        description="Only if it is another one than zigbee2mqtt."
        placeholder="zigbee2mqtt"
        autoCapitalize="none"
        maxLength={200}
        {...form.getInputProps('base_topic')}
      />
    </>
  );
}

/** Says what was found, and what the person allows by connecting. */
function Consent({ found }: { found: BridgeCheck }) {
  return (
    <div role="status" className={classes.found}>
      <Text fw={600}>
        Zigbee2MQTT {found.version} was found, with {counted(found.devices, 'device')}.
      </Text>
      {found.problem !== '' && <Text className={classes.warning}>{found.problem}</Text>}
      <Text>
        When you connect it, it may add its devices to your home. You choose which ones on the next page. Only
        you can add them, and you can disconnect it at any time.
      </Text>
    </div>
  );
}
