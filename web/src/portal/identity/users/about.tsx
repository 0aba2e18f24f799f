import type { PortalUserDetails } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { CopyField } from '../../../design/copy-field.tsx';
import { When } from '../../../design/when.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';

/** Shows the main facts about the user. */
export function About({ user }: { user: PortalUserDetails }) {
  const { counts } = user;
  const preferences = Object.entries(user.preferences);
  return (
    <Section title={t`About`}>
      <Facts>
        <Fact label={t`Last seen`}>{user.last_seen === null ? t`Never` : <When at={user.last_seen} />}</Fact>
        <Fact label={t`Created`}>
          <When at={user.created} />
        </Fact>
        <Fact label={user.state === 'active' ? t`Active since` : t({ message: 'Disabled', context: 'user' })}>
          <When at={user.state_since} />
        </Fact>
        <Fact label={t`Devices`}>{counts.channels.toLocaleString()}</Fact>
        <Fact label={t`Tiles`}>{counts.tiles.toLocaleString()}</Fact>
        <Fact label={t`Areas and groups`}>{counts.groups.toLocaleString()}</Fact>
        <Fact label={t`Places`}>{counts.places.toLocaleString()}</Fact>
        <Fact label={t`Services`}>{counts.services.toLocaleString()}</Fact>
      </Facts>
      <CopyField label={t`User ID`} value={user.id} />
      {preferences.length > 0 && (
        <Facts label={t`Preferences`}>
          {preferences.map(([name, value]) => (
            <Fact key={name} label={wordsOf(name)}>
              {shownOf(value)}
            </Fact>
          ))}
        </Facts>
      )}
    </Section>
  );
}

/** Returns a preference as text. A list, for example of favourites, holds ids, so only its length is shown. */
const shownOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.length.toLocaleString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Returns a readable name, for example of `hour_format`. */
const wordsOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
