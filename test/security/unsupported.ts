import {
  type ErrorName,
  type NewPasskeyCredential,
  type PasskeyCredential,
  resources,
} from '@azulejo/contract';

type Unsupported = {
  params?: Record<string, string>;
  input?: Record<string, string | object>;
  refusal?: ErrorName;
};

const ofOne = (name: string): Unsupported => ({
  params: { [name]: crypto.randomUUID(), ad_id: '1' },
  refusal: 'not_found',
});

const { credential } = resources.ownPasskeys.prove.example.input as { credential: PasskeyCredential };
const { credential: newCredential } = resources.ownPasskeys.add.example.input as {
  credential: NewPasskeyCredential;
};

/** No caller of the matrix signs in through the application of Home. */
const bridge = { type: 'zigbee2mqtt', mqtt_url: 'mqtt://127.0.0.1:1' };

/**
 * Operations that are not implemented yet, or need a server elsewhere to succeed: the parameters of a call, and the error for callers with access.
 */
export const unsupported: Readonly<Record<string, Unsupported>> = {
  'ownAccount.prove': { input: { password: 'not the password' }, refusal: 'invalid_request' },
  'ownAccount.requestEmail': { input: { email: 'ana.marques@example.org' }, refusal: 'proof_required' },
  'ownData.prepareDownload': { refusal: 'proof_required' },
  'ownSessions.end': { ...ofOne('session_id'), refusal: 'proof_required' },
  'ownSessions.endOthers': { refusal: 'proof_required' },
  'ownSecondFactor.begin': { refusal: 'proof_required' },
  'ownSecondFactor.confirm': { input: { code: '123456' }, refusal: 'proof_required' },
  'ownSecondFactor.remove': { refusal: 'proof_required' },
  'ownSecondFactor.renewCodes': { refusal: 'proof_required' },
  'ownPasskeys.list': {},
  'ownPasskeys.begin': { refusal: 'proof_required' },
  'ownPasskeys.add': {
    input: { name: 'Phone', credential: newCredential },
    refusal: 'proof_required',
  },
  'ownPasskeys.rename': { ...ofOne('passkey_id'), input: { name: 'Phone' } },
  'ownPasskeys.remove': { ...ofOne('passkey_id'), refusal: 'proof_required' },
  'ownPasskeys.prove': { input: { credential }, refusal: 'invalid_request' },
  'ownData.export': { refusal: 'proof_required' },
  'ownData.requestDeletion': { input: { email: 'ana@example.org' }, refusal: 'proof_required' },
  'alarms.see': ofOne('alarm_id'),
  'bridges.list': {},
  'bridges.check': { input: bridge, refusal: 'forbidden' },
  'bridges.create': { input: bridge, refusal: 'forbidden' },
  'bridges.get': ofOne('bridge_id'),
  'bridges.remove': ofOne('bridge_id'),
  'bridges.devices': ofOne('bridge_id'),
  'bridges.findings': ofOne('bridge_id'),
  'bridges.addDevices': { ...ofOne('bridge_id'), input: { devices: [{ id: crypto.randomUUID() }] } },
  'makerCredentials.refresh': { ...ofOne('manager_id'), input: { location: {} } },
  'unsupported.listCards': {},
  'unsupported.listLegacyCards': {},
  'unsupported.clearCards': {},
  'unsupported.answerCard': ofOne('card_id'),
  'unsupported.viewAd': ofOne('card_id'),
  'unsupported.clickAd': ofOne('card_id'),
  'unsupported.listShortcutSuggestions': {},
};
