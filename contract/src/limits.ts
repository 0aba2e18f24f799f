/**
 * Limits of requests that programs and pages keep too. The schemas have the same values. This module imports nothing,
 * so that a page loads the limits without the library of the schemas.
 */

/** Characters of a person's, an application's, an area's or a tile's name. */
export const MAX_NAME_LENGTH = 200;
/** Characters of the label of an automation or a scene. */
export const MAX_LABEL_LENGTH = 100;
/** Characters of the name of a device in the portal. */
export const MAX_DEVICE_NAME_LENGTH = 100;
export const MAX_EMAIL_LENGTH = 254;
/** Characters of a password that a person chooses: enough for any sentence, and limits the work of hashing. */
export const MAX_PASSWORD_LENGTH = 256;
/** Characters of the name of a passkey. */
export const MAX_PASSKEY_NAME_LENGTH = 100;
/** Size of an uploaded picture. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** Characters in which supported models are searched. */
export const MAX_MODEL_SEARCH_LENGTH = 100;

/** Favourites of a person, groups of lamps, lamps in a group, and icons that the person chose for tiles. */
export const MAX_FAVOURITES = 100;
export const MAX_LAMP_GROUPS = 50;
export const MAX_LAMPS = 50;
export const MAX_TILE_ICONS = 100;

/** Automations of a user. */
export const MAX_AUTOMATIONS = 200;
/** Size of an automation's definition as JSON. */
export const MAX_DEFINITION_BYTES = 32_768;
/** Characters of the title and the text of a message that an automation sends. */
export const MAX_MESSAGE_TITLE_LENGTH = 100;
export const MAX_MESSAGE_LENGTH = 500;
/** Properties that such a message names, and the characters of their names. */
export const MAX_MESSAGE_VALUES = 10;
export const MAX_MESSAGE_VALUE_NAME_LENGTH = 31;
/** Characters of the address that an automation calls, and the size of what it sends as JSON. */
export const MAX_WEBHOOK_URL_LENGTH = 2000;
export const MAX_WEBHOOK_BODY_BYTES = 16 * 1024;

/** Scenes of a user. */
export const MAX_SCENES = 100;
/** Settings of a scene: more than the lamps and blinds of a large house. */
export const MAX_SETTINGS = 50;

/** Size of a template as JSON. */
export const MAX_TEMPLATE_BYTES = 300 * 1024;

/** Characters of the name of an access token. */
export const MAX_TOKEN_NAME = 100;
/** Days after which an access token expires at the latest. */
export const MAX_TOKEN_DAYS = 365;

/** Characters of the connection of a bridge: its MQTT server, the user and password there, and its topic. */
export const MAX_BRIDGE_URL_LENGTH = 500;
export const MAX_BRIDGE_USERNAME_LENGTH = 200;
export const MAX_BRIDGE_PASSWORD_LENGTH = 1000;
export const MAX_BRIDGE_TOPIC_LENGTH = 200;
