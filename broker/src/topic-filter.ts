const MAX_BYTES = 65_535;

/** Checks MQTT-4.7.3-1 to 3: not empty, no U+0000, at most 65,535 bytes of well-formed UTF-8. */
function isText(text: string): boolean {
  return text !== '' && !text.includes('\0') && text.isWellFormed() && Buffer.byteLength(text) <= MAX_BYTES;
}

/** Returns whether a topic may be published to: it has no wildcards (MQTT-3.3.2-2). */
export function isValidTopicName(topic: string): boolean {
  return isText(topic) && !/[+#]/.test(topic);
}

/**
 * Returns whether a filter may be subscribed to: `#` must be alone in the last level, `+` alone in any level
 * (MQTT-4.7.1-2, MQTT-4.7.1-3).
 */
export function isValidFilter(filter: string): boolean {
  if (!isText(filter)) return false;
  const levels = filter.split('/');
  return levels.every((level, index) => {
    if (level === '#') return index === levels.length - 1;
    return level === '+' || !/[+#]/.test(level);
  });
}

const startsWithWildcard = (filter: string): boolean => filter[0] === '#' || filter[0] === '+';

/** Returns a matcher for topics. It is faster than `matchesFilter` when the filter is used repeatedly. */
export function compileFilter(filter: string): (topic: string) => boolean {
  if (!/[+#]/.test(filter)) return (topic) => topic === filter;
  if (filter.indexOf('+') < 0 && filter.length > 1) {
    const parent = filter.slice(0, -2);
    const prefix = filter.slice(0, -1);
    return (topic) => topic.startsWith(prefix) || topic === parent;
  }
  const levels = filter.split('/');
  const isWild = startsWithWildcard(filter);
  // MQTT-4.7.2-1: a filter that starts with a wildcard never matches a topic that starts with $.
  return (topic) => !(isWild && topic[0] === '$') && matchLevels(levels, topic.split('/'));
}

function matchLevels(filter: readonly string[], topic: readonly string[]): boolean {
  for (const [index, level] of filter.entries()) {
    // `#` matches the parent level too (MQTT 4.7.1.2).
    if (level === '#') return true;
    if (index >= topic.length) return false;
    if (level !== '+' && level !== topic[index]) return false;
  }
  return filter.length === topic.length;
}

export function matchesFilter(filter: string, topic: string): boolean {
  return compileFilter(filter)(topic);
}

/** Returns whether `outer` matches every topic that `inner` matches. Both must be valid filters or topics. */
export function covers(outer: string, inner: string): boolean {
  if (startsWithWildcard(outer) && inner[0] === '$') return false;
  const outerLevels = outer.split('/');
  const innerLevels = inner.split('/');
  for (const [index, level] of outerLevels.entries()) {
    if (level === '#') return true;
    const other = innerLevels[index];
    if (other === '#') return level === '+' && isAllBelow(outerLevels, innerLevels, index);
    if (other === undefined || (level !== '+' && level !== other)) return false;
  }
  return outerLevels.length === innerLevels.length;
}

/**
 * Returns whether `+/#` covers all: it does not match the parent that `#` matches. An empty parent is not a
 * topic, so then nothing is missed.
 */
function isAllBelow(outer: readonly string[], inner: readonly string[], index: number): boolean {
  return outer.length === index + 2 && outer[index + 1] === '#' && inner.slice(0, index).join('/') === '';
}

/** Returns whether a topic or a filter is within the limits of length and levels. */
export function isWithin(topic: string, limits: { topicBytes: number; topicLevels: number }): boolean {
  return Buffer.byteLength(topic) <= limits.topicBytes && topic.split('/').length <= limits.topicLevels;
}
