/** Much longer than topics of devices are. */
const MAX_LENGTH = 512;

/** Control characters, halves of pairs, and what Unicode reserves. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/**
 * Returns whether a topic or filter may consist of this text. An MQTT server must end the connection of a client that
 * sends U+0000, and may do so for the others (MQTT-1.5.3-1, MQTT-1.5.3-2). Clients send it again when they reconnect.
 */
export const isTopicText = (text: string): boolean =>
  text !== '' && text.length <= MAX_LENGTH && !FORBIDDEN.test(text);
