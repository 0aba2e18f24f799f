/* Converts rules to the form of the platform, and describes them in words. */
(() => {
  const page = window.devicePage;
  const { i18n } = page;

  /** Sets a member of an object by a path such as `$.color.hue`; `$` is the value itself. */
  function placed(fields) {
    if (fields.length === 1 && fields[0].target === '$') return fields[0].shown();
    const value = {};
    for (const field of fields) {
      const names = field.target.split('.').slice(1);
      let part = value;
      for (const name of names.slice(0, -1)) {
        part[name] = part[name] || {};
        part = part[name];
      }
      part[names[names.length - 1]] = field.value();
    }
    return { value };
  }

  /**
   * Returns the rule. `lasting` is how long the state must have lasted, or for an action the time to wait before it.
   */
  page.ruleOf = ({ word, rule, property, isCompared, type }, fields, lasting) => {
    const made = { is: word.is, property: property.id };
    if (!isCompared) {
      for (const field of fields) made[field.id === 'time' ? 'at' : field.id] = field.value();
    } else if (rule.inputs.length > 0) {
      const { value, unit } = placed(fields);
      made[word.member] = value;
      if (unit !== undefined && word.member === 'value') made.unit = unit;
    }
    if (lasting && type === 'action') made.after = { wait: lasting };
    else if (lasting) made[type === 'state' ? 'since' : 'for'] = lasting;
    return made;
  };

  /** Returns the words for the inputs: in the order of the template's text, which names those that it needs. */
  function inputsText({ rule, property }, fields) {
    const isNumber = (property.controlInterfaces || []).some(({ controlInterface: kind }) =>
      /slider|number/.test(kind),
    );
    const template = rule.inputsLabel || '';
    const isNamed = ({ id }) => template.indexOf(`{{${id}}}`) >= 0;
    const textOf = (name) => fields.filter(({ id }) => id === name).map((field) => field.text())[0] || '';
    const named = isNumber
      ? fields.map((field) => field.text()).join(', ')
      : template.replace(/\{\{([^}]+)\}\}/g, (_all, name) => textOf(name));
    const others = isNumber ? [] : fields.filter((field) => !isNamed(field)).map((field) => field.text());
    return [named].concat(others).filter(Boolean).join(', ');
  }

  /** Returns the rule in words, as the apps show it. */
  page.sentenceOf = (offer, fields, lasting) => {
    const { property, rule, type } = offer;
    const subject = page.isOfPerson(offer) ? '' : property.agentLabel || property.label;
    const words = [subject, rule.predicateLabel, inputsText(offer, fields)].filter(Boolean).join(' ');
    if (!lasting) return words;
    return type === 'action'
      ? i18n.t('{words} after {duration}', { words, duration: lasting })
      : i18n.t('{words} for {duration}', { words, duration: lasting });
  };
})();
