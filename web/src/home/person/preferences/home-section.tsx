import type { HomeTime } from '@azulejo/contract';
import { MAX_NAME_LENGTH } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { Button, Select, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useLiveHome } from '../../data/live/live-home.ts';
import { useSession } from '../../data/session/session.ts';
import { homeQuery, homeTimeQuery, useHomePlace } from './home-place.ts';
import { usePreferencesStore } from './preferences-store.ts';
import { Row, Section, useSaving } from './section.tsx';
import { formatTime, usePreferences, usePreferencesDocument } from './use-preferences.ts';
import { isKnownZone, zoneChoices, zoneLabel } from './zones.ts';

const PROPOSED = 'proposed';

/** Shows the settings of the home, not of a phone or browser: its place and its time zone, by which automations run. */
export function HomeSection() {
  const preferences = usePreferencesStore();
  const { home_timezone: chosen } = usePreferencesDocument();
  const [saving, save] = useSaving();
  const time = useQuery(homeTimeQuery(useSession()));
  const proposed = time.data?.proposed;
  const choices = useMemo(() => {
    const zone = proposed && zoneLabel(proposed.timezone);
    const proposal = { value: PROPOSED, label: zone ? t`Proposed: ${zone}` : t`As proposed` };
    return [proposal, ...zoneChoices(chosen)];
  }, [proposed, chosen]);
  const zone = chosen ?? proposed?.timezone;
  const source = chosen === undefined ? proposed?.source : 'chosen';
  return (
    <Section title={t`Your home`} saving={saving}>
      <NameRow onSave={save} />
      <PlaceRow />
      <Row
        label={t`Time zone`}
        hint={zone && source && <Hint key={zone} zone={zone} origin={originOf(source)} />}
      >
        <Select
          aria-label={t`Time zone`}
          size="md"
          w={{ base: '100%', xs: 280 }}
          data={choices}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t`No time zone has this name.`}
          value={chosen ?? PROPOSED}
          onChange={(value) =>
            void save(() => preferences.change({ home_timezone: value === PROPOSED ? null : value }))
          }
        />
      </Row>
    </Section>
  );
}

/** Shows what the home is called, and lets the person change it. Without a name it is called after its owner. */
function NameRow({ onSave }: { onSave: (work: () => Promise<unknown>) => Promise<boolean> }) {
  const session = useSession();
  const queries = useQueryClient();
  const query = homeQuery(session);
  const { data: home } = useQuery(query);
  const [typed, setTyped] = useState<string>();
  const stored = home?.name ?? '';
  const [first = ''] = home?.owner.name.trim().split(' ') ?? [];
  const name = typed?.trim() ?? stored;
  const change = async () => {
    const changed = await session.client.homes.update({ user_id: 'me', name: name === '' ? null : name });
    queries.setQueryData(query.queryKey, changed);
    setTyped(undefined);
  };
  return (
    <Row label={t`Name`} hint={t`What you call it. Empty, it is named after you.`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name !== stored) void onSave(change);
        }}
      >
        <TextInput
          aria-label={t`Name of the home`}
          size="md"
          w={{ base: '100%', xs: 280 }}
          maxLength={MAX_NAME_LENGTH}
          disabled={!home}
          placeholder={first === '' ? undefined : t`${first}’s home`}
          value={typed ?? stored}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={() => name !== stored && void onSave(change)}
        />
      </form>
    </Row>
  );
}

/** Shows where the home is, and leads to the question. */
function PlaceRow() {
  const place = useHomePlace();
  const known = place?.address || (place && t`Its position is known.`);
  return (
    <Row label={t`Place`} hint={known || t`For the sun, and for who is at home.`}>
      <Button component={Link} to="." hash="place" replace variant="default" size="md">
        {place ? t`Change` : t`Say where it is`}
      </Button>
    </Row>
  );
}

function originOf(source: HomeTime['source']): string {
  switch (source) {
    case 'chosen':
      return t`Automations follow this time zone, also while you are away.`;
    case 'place':
      return t`Taken from the place of your home.`;
    case 'phone':
      return t`Taken from the first of your phones that sent one.`;
    case 'server':
      return t`Taken from the server: choose another one if your home is elsewhere.`;
  }
}

/** Says what time it is in the zone, so that a wrong one is noticed. */
function Hint({ zone, origin }: { zone: string; origin: string }) {
  const reading = usePreferences();
  const { ticks } = useLiveHome();
  useSyncExternalStore(ticks.watch, ticks.current);
  if (!isKnownZone(zone)) return origin;
  const time = formatTime(Date.now(), { ...reading, timeZone: zone });
  return (
    <>
      {t`It is ${time} there now.`} {origin}
    </>
  );
}
