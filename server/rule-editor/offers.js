/* Lists the choices for a tile: the triggers, states or actions of its properties. */
(() => {
  const page = window.devicePage;
  const LISTS = { trigger: 'triggers', state: 'states', action: 'actions' };
  /** Words of rules, by the conditions of templates. Other conditions are words of rules themselves. */
  const WORDS = {
    trigger: {
      equals: 'becomes',
      'not-equals': 'stops-being',
      'greater-than': 'rises-above',
      'less-than': 'falls-below',
      changes: 'changes',
    },
    state: { equals: 'is', 'not-equals': 'is-not', 'greater-than': 'above', 'less-than': 'below' },
    action: { equals: 'set' },
  };
  const COMPARED = Object.keys(WORDS.trigger);
  /** Properties that are not set but done: the word of their rule, and the member that has the value. */
  const DONE = {
    'com.muzzley.properties.user.notification': { is: 'notify', member: 'text' },
    'com.azulejo.properties.user.scene': { is: 'play', member: 'scene' },
  };

  const classesOf = ({ classes = [] }) => classes;
  /**
   * Returns whether it is the person's own channel, in which only what automations know of time, places and
   * scenes can be chosen.
   */
  const isOwn = (component) => classesOf(component).some((name) => /\.components\.user\./.test(name));
  const isChangeTrigger = (rule, type) => type === 'trigger' && rule.condition === 'changes';

  const groupOf = (property) => (classesOf(property)[0] || '').split('.')[3];

  function wordOf(property, rule, type) {
    const done =
      type === 'action' &&
      classesOf(property)
        .map((name) => DONE[name])
        .filter(Boolean)[0];
    if (done) return done;
    const is = COMPARED.indexOf(rule.condition) < 0 ? rule.condition : WORDS[type][rule.condition];
    return is && { is, member: 'value' };
  }

  const partOf =
    (component) =>
    ({ components = [] }) =>
      components.indexOf(component.id) >= 0 || components.indexOf(component.type) >= 0;

  function ofComponent(channel, component, type) {
    const offers = [];
    for (const property of (channel.properties || []).filter(partOf(component))) {
      for (const rule of property[LISTS[type]] || []) {
        const word = wordOf(property, rule, type);
        if (!word || (isOwn(component) && isChangeTrigger(rule, type))) continue;
        const isCompared = COMPARED.indexOf(rule.condition) >= 0;
        offers.push({ component, property, rule, word, isCompared, group: groupOf(property), type });
      }
    }
    return offers;
  }

  /** Returns the offers of a tile. `type` is `trigger`, `state` or `action`. */
  page.offersOf = (tile, channel, type) => {
    const ids = (tile.components || []).map(({ id }) => id);
    const own = (channel.components || []).filter(({ id }) => ids.length === 0 || ids.indexOf(id) >= 0);
    return [].concat(...own.map((component) => ofComponent(channel, component, type)));
  };

  /** Returns whether the offer is about a state that can last. Events do not. */
  page.canLast = ({ type, rule, isCompared, property }) =>
    isCompared && type !== 'action' && rule.condition !== 'changes' && /r/.test(property.io);

  /** Returns whether the offer is about the person, who is not part of a sentence; the time is. */
  page.isOfPerson = ({ component }) => isOwn(component) && component.id !== 'time';
})();
