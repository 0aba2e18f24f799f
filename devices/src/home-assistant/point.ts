import type { Role, ValueType } from '../feature.ts';
import type { Counter } from '../template/counters.ts';
import { isTopicText } from '../topic-text.ts';
import type { Members } from './text.ts';
import { isMembers, isSameText, listOf, NotMapped, numberOf, switchedOf, textOf } from './text.ts';
import { templateIn, type ValueTemplate } from './value-template.ts';

/** Where values of a feature come from. The topic may be a filter with `+` or `#`. */
export type Reading = {
  readonly topic: string;
  /** Returns the feature's value in a message; undefined when there is none. */
  read(payload: string): unknown;
};

export type Message = { readonly topic: string; readonly payload: string; readonly retain: boolean };

/** A value that an entity reports or that can be set, and how. */
export type Point = {
  /** Its name. If two entities have the same name, one of them gets another one. */
  readonly name: string;
  readonly role?: Role;
  readonly value: ValueType;
  readonly readings?: readonly Reading[];
  /** Returns what to send for a value of the feature. */
  readonly write?: (value: unknown) => readonly Message[];
  /** Whether the next reported value confirms a write. */
  readonly isSettledByState?: boolean;
  /** Whether the device does not say that it has the point, which another one with the name replaces. */
  readonly isAssumed?: boolean;
  /** What a counter of energy counts. */
  readonly counter?: Counter;
  /** Says after how long a sensor that reports only "on" is off. */
  readonly offAfterSeconds?: number;
  /** Says for how long a report counts; after that, the sensor is unavailable. */
  readonly expireAfterSeconds?: number;
};

/** Makes one point, or none when the entity does not have it. Throws NotMapped. */
export type MakePoint = () => Point | undefined;

/** Reads the settings of an entity. */
export type Config = {
  text(key: string): string | undefined;
  number(key: string): number | undefined;
  isTrue(key: string): boolean;
  texts(key: string): string[];
  /** Returns how a topic is read, by the template of the other key. */
  reading(topic: string, template: string, parse: (value: unknown) => unknown): Reading[];
  /** Returns whether a setting is given as null, which means that the device does not have it. */
  isNull(key: string): boolean;
  /** Returns the settings with the same template for all values that have none of their own. */
  withTemplate(key: string): Config;
  /** Returns how a topic is written, by the template of the other key; undefined without the topic. */
  writing(topic: string, template?: string, toText?: (value: unknown) => unknown): Point['write'];
  /** Returns the messages that send a text to a topic. */
  send(topic: string, payload: string): readonly Message[];
};

const MAX_OPTIONS = 500;

export function configOf(members: Members, template?: unknown): Config {
  const text = (key: string) => textOf(members[key]);
  const send = (topic: string, payload: string): readonly Message[] => [
    { topic: commandTopic(text(topic) ?? ''), payload, retain: switchedOf(members['retain']) === true },
  ];
  return {
    text,
    number: (key) => numberOf(members[key]),
    isTrue: (key) => switchedOf(members[key]) === true,
    texts: (key) => {
      const list = members[key];
      return Array.isArray(list) ? list.slice(0, MAX_OPTIONS).flatMap((each) => textOf(each) ?? []) : [];
    },
    reading: (topicKey, templateKey, parse) => {
      const topics = listOf(members[topicKey]);
      if (topics.length === 0) return [];
      return topics.map((each) => {
        // Devices that announce themselves in another way may say the same on several topics in several ways.
        const { topic, template: source } = isMembers(each)
          ? each
          : { topic: each, template: members[templateKey] ?? template };
        const own = templateIn(source);
        const read = (payload: string) => parse(own ? own(payload) : payload);
        return { topic: stateTopic(textOf(topic) ?? ''), read };
      });
    },
    writing: (topicKey, templateKey, toText = (value) => value) => {
      if (text(topicKey) === undefined) return undefined;
      commandTopic(text(topicKey) ?? '');
      const own = templateKey === undefined ? undefined : templateIn(members[templateKey]);
      return (value) => send(topicKey, rendered(own, toText(value)));
    },
    send,
    isNull: (key) => members[key] === null,
    withTemplate: (key) => configOf(members, members[key]),
  };
}

/** Returns the payload for a value: the value itself, or what the template makes of it. */
export function rendered(template: ValueTemplate | undefined, value: unknown): string {
  const variables = { value, ...(isMembers(value) && value) };
  const text = textOf(template ? template(textOf(value) ?? '', variables) : value);
  if (text === undefined) throw new NotMapped('wrong_command_template');
  return text;
}

function stateTopic(topic: string): string {
  const levels = topic.split('/');
  const isFilter = levels.every(
    (level, index) =>
      level === '+' || (level === '#' && index > 0 && index === levels.length - 1) || !/[+#]/.test(level),
  );
  // A filter that matches everything would receive all messages of the MQTT server.
  const isWide = levels.every((level) => level === '+' || level === '#');
  if (!isTopicText(topic) || topic.startsWith('$') || !isFilter || isWide)
    throw new NotMapped('wrong_state_topic');
  return topic;
}

/** Returns a topic to which messages can be sent. Throws NotMapped for any other. */
export function commandTopic(topic: string): string {
  if (!isTopicText(topic) || topic.startsWith('$') || /[+#]/.test(topic))
    throw new NotMapped('wrong_command_topic');
  return topic;
}

/** The values of everything that is on or off, whatever its payloads are: people and templates never see these. */
export const [ON, OFF] = ['ON', 'OFF'] as const;
export const SWITCHED = { type: 'boolean', on: ON, off: OFF } as const;

/** Returns the function that reads two texts as on and off; others are left out. */
export const eitherOf =
  (on: unknown, off: unknown) =>
  (value: unknown): unknown => {
    if (isSameText(value, on)) return ON;
    return isSameText(value, off) ? OFF : undefined;
  };
