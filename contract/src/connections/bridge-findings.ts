import { type Static, Type } from 'typebox';
import { Empty } from '../text.ts';
import { Timestamp } from '../timestamp.ts';
import { unmappedCodes } from './unmapped.ts';

/** Limits what is named of a bridge. */
export const MAX_BRIDGE_UNMAPPED = 100;
export const MAX_BRIDGE_UNANSWERED = 20;

const BridgeUnmapped = Type.Object(
  {
    device: Type.String({ description: 'Key of the device, or the topic of a message.' }),
    name: Type.String({ description: 'Its name, as the device says it.' }),
    feature: Type.String({ description: 'The part that is left out; empty for the whole.' }),
    code: Type.Enum([...unmappedCodes], { type: 'string', description: 'Why.' }),
    detail: Type.String({ description: 'What the code is about; empty for most codes.' }),
    reason: Type.String({ description: 'The same in an English sentence, as the log has it.' }),
  },
  { title: 'BridgeUnmapped', description: 'A device or a part of one that the bridge cannot show.' },
);
export type BridgeUnmapped = Static<typeof BridgeUnmapped>;

const BridgeUnanswered = Type.Object(
  {
    request: Type.String({ description: 'The request, e.g. `permit_join`.' }),
    device: Type.String({ description: 'Name of the device that it is about; empty for none.' }),
    at: Timestamp,
  },
  { title: 'BridgeUnanswered', description: 'A request that Zigbee2MQTT has not answered.' },
);
export type BridgeUnanswered = Static<typeof BridgeUnanswered>;

export const BridgeFindings = Type.Object(
  {
    unmapped: Type.Array(BridgeUnmapped, {
      description: `At most ${MAX_BRIDGE_UNMAPPED}, those of a device together.`,
    }),
    more: Type.Integer({ description: 'How many more there are.' }),
    unanswered: Type.Array(BridgeUnanswered, {
      description: `The latest ${MAX_BRIDGE_UNANSWERED}, the newest first.`,
    }),
    reported: Type.Union([Timestamp, Type.Null()], {
      description:
        'When this last changed; null before the bridge has reported, and for one that the operator runs.',
    }),
  },
  { title: 'BridgeFindings', description: 'What a bridge could not read, and what was not answered.' },
);
export type BridgeFindings = Static<typeof BridgeFindings>;

export const exampleBridgeFindings: BridgeFindings = {
  unmapped: [
    {
      device: '8CAAB5D1C0DE',
      name: 'Cellar meter',
      feature: 'MT175 Server_ID',
      code: 'about_sensor',
      detail: '',
      reason: 'what identifies or sets a sensor',
    },
  ],
  more: 0,
  unanswered: [{ request: 'permit_join', device: '', at: '2026-01-02T03:04:05.006+0000' }],
  reported: '2026-01-02T03:05:05.006+0000',
};

/** What the operations of the API and of the portal that read the findings of a bridge have in common. */
export const readsBridgeFindings = {
  summary: 'Read what a bridge could not read',
  description:
    'Names the devices and parts of devices that the bridge leaves out, each with the reason, and the requests that Zigbee2MQTT has not answered. It begins again when the process of the bridge starts.',
  input: Empty,
  reply: BridgeFindings,
  status: 200,
  errors: ['not_found'],
} as const;
