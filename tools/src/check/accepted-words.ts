/** Returns the words of a text, in which they are apart by `|` or the end of a line. */
const words = (text: string): string[] => text.split(/\s*[|\n]\s*/).filter((word) => word !== '');

/**
 * Short messages that mean the same wherever a catalogue has them, and are the same word in every language: names of
 * things, and what buttons do. A word with several meanings gets a context instead.
 */
export const acceptedWords = {
  home: words(`
    Activity | Add | Add devices | Alarms | All | Arrange | Automations | Cancel | Change | Close | Code
    Connecting… | Copy | Day | Delete | Device | Duplicate | E-mail | Edit | Energy | Fan | Favourites
    Home | Hour | How long | Loading | Maker | Month | More | Move | Name | New area | New automation
    No answer | No values | Not known | Notifications | Now | Off | On | Password | People | Person
    Picture | PIN | Place | Produced | Ran | Remove | Rename | Room | Rooms | Save | Saved | Saving…
    Scenes | Search devices | Send | Set | Show all | Show earlier | Sign in | Sign out | Siren
    The device | This month | This one | Time zone | Today | Try again | Undo | Unlock | Unlocked
    Virtual | White | ← You
  `),
  portal: words(`
    Access tokens | Accounts | action | All applications | Application | Applications | Audit log
    Automations | Azulejo | Bad | Bridge | Call again | Cancel | Catalogue | Channel | Channels | Charts
    Claim code | Classes | Client ID | Client secret | Close | Code | Component | Components
    Connections | Control | Copy | Create | Create link | Created | Delete | Delete… | Device | Devices
    Disable | Disable… | Distributor | E-mail | Enable | Everything | Export | Health | Home | Id
    Information | Invitations | Kind | Label | Last seen | Manager | Managers | Messages | MQTT
    MQTT connections | Name | Needs attention | Never | New application | New device | New password | New secret… | New template
    No answer | No matches | No one | Not connected | Not found | Origins | Overview | Password | People
    Portal | Preview | Properties | Property | Read | Refused | Remove | Rename | Revoke | Save | Searching
    Second factor | Seen | Servers | Show more | Sign in | Sign out | State | Suffix | Template | Templates | Tile
    Tiles | Type | Undo | User | Users | Values | Vendor | Versions | Virtual devices | Webhooks | Write
    Your account | Your password
  `),
  server: words(`
    Choose… | Device | Hello, | Off | On | Set | Siren | Yes
  `),
} as const;
