/*
 * The rule editor of the phone apps (android-app 6.2, ios-app 6.3): a person has chosen tiles, and says here what
 * about them starts the automation, must be true, or is done. It answers once, with `saveRule`, and stores nothing.
 */
(() => {
  const page = window.devicePage;
  const { make, button, i18n } = page;
  const main = document.getElementById('page');
  /** How long an app needs at most to inject its bridge. */
  const BRIDGE_MS = 10000;

  const WORDS = {
    trigger: () => ({ title: i18n.t('When'), question: i18n.t('What happens?'), more: '' }),
    state: () => ({
      title: i18n.t('Only if'),
      question: i18n.t('What must be true?'),
      more: i18n.t('Another condition'),
    }),
    action: () => ({
      title: i18n.t('Then'),
      question: i18n.t('What is to be done?'),
      more: i18n.t('Another action'),
    }),
  };

  const say = (text) => {
    main.textContent = '';
    main.append(make('p', { class: 'notice', role: 'status' }, text));
  };

  /** Replaces two signs that old engines of iOS cannot read in a script (ECMA-262 11.3 before 2019). */
  const plain = (text) =>
    String(text)
      .replace(/[\u2028\u2029]/g, ' ')
      .trim()
      .slice(0, 200);

  function toUnit({ tile, channel }, { offer, rule, label }) {
    const unit = {
      profile: tile.profile,
      channel: tile.channel,
      component: offer.component.id,
      property: offer.property.id,
      label: plain(label),
      choices: [{ id: 'azulejo-1', choice: { rule: JSON.stringify(rule) } }],
      labels: {
        component: plain(offer.component.label || offer.component.id),
        profile: plain(channel.profileName || ''),
        channel: plain(tile.label || channel.content || ''),
      },
    };
    for (const name of ['photoUrl', 'photoUrlAlt']) if (tile[name]) unit[name] = tile[name];
    return unit;
  }

  /**
   * Gives rules their own labels: the Android app treats rules of one component with the same label as the
   * same (android-app 6.2).
   */
  function withOwnLabels(units) {
    const seen = new Map();
    for (const unit of units) {
      const key = JSON.stringify([unit.channel, unit.component, unit.label]);
      const count = (seen.get(key) || 0) + 1;
      seen.set(key, count);
      if (count > 1) unit.label = `${unit.label} (${count})`;
    }
    return units;
  }

  function picture(tile) {
    if (!/^https?:/.test(tile.photoUrl || '')) return undefined;
    const image = make('img', { src: tile.photoUrl, alt: '', width: '40', height: '40' });
    image.addEventListener('error', () => image.remove());
    return image;
  }

  /** Adds a tile with its first rule, and a button for more where there can be several. */
  function addTile(pair, type, services, cards) {
    const { tile, channel } = pair;
    const title = make(
      'h2',
      { class: 'tile' },
      picture(tile),
      tile.label || channel.content || i18n.t('Device'),
    );
    const section = make('section', {}, title);
    const offers = page.offersOf(tile, channel, type);
    main.append(section);
    if (offers.length === 0) {
      section.append(make('p', { class: 'notice' }, i18n.t('There is nothing to choose for this device.')));
      return;
    }
    const holder = make('div', {});
    section.append(holder);
    const add = (isFirst) => {
      const remove = () => {
        cards.splice(cards.indexOf(card), 1);
        card.element.remove();
        more.focus();
      };
      const card = page.ruleCard(pair, offers, services, isFirst ? undefined : remove);
      cards.push(card);
      holder.append(card.element);
      return card;
    };
    add(true);
    // Both apps take one trigger.
    const more = button(services.more, () => add(false).focus());
    if (services.more) section.append(more);
  }

  /** Sorts rules like tiles, in the person's order. */
  const inOrder = (cards) =>
    cards
      .slice()
      .sort((one, other) =>
        one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
      );

  function saver(app, type, cards, fault) {
    return () => {
      const chosen = inOrder(cards.filter((card) => !card.isEmpty()));
      const faulty = chosen.filter((card) => !card.check());
      fault.textContent = '';
      if (chosen.length === 0) {
        fault.textContent = i18n.t('Choose at least one.');
        if (cards[0]) cards[0].focus();
      } else if (faulty.length > 0) {
        fault.textContent = i18n.t('Something is missing above.');
        faulty[0].focus();
      } else {
        const rules = withOwnLabels(chosen.map((card) => toUnit(card.tile, card.read())));
        app.saveRule({ ruleUnit: { type, rules } });
      }
    };
  }

  function start(app) {
    const { type, channels = [], tiles = [] } = app.options;
    const preferences = app.options.preferences || {};
    i18n.choose([preferences.locale, preferences.language].concat(page.localesOfBrowser));
    document.title = i18n.t('Automation');
    const pairs = tiles
      .map((tile) => ({ tile, channel: channels.filter(({ id }) => id === tile.channel)[0] }))
      .filter(({ channel }) => channel);
    if (!WORDS[type] || pairs.length === 0) return say(i18n.t('The app did not say which device this is.'));
    const units = page.createUnits(preferences);
    units.setTable(page.unitsTable);
    const services = Object.assign({ units }, WORDS[type]());
    const cards = [];
    main.textContent = '';
    main.append(make('h1', {}, services.title));
    for (const pair of type === 'trigger' ? pairs.slice(0, 1) : pairs) addTile(pair, type, services, cards);
    if (cards.length === 0) return;
    const fault = make('p', { class: 'fault', role: 'alert' });
    const save = button(i18n.t('Done'), saver(app, type, cards, fault), { class: 'strong wide' });
    main.append(make('div', { class: 'end' }, fault, save));
  }

  const timer = setTimeout(() => say(i18n.t('Open this page from the app.')), BRIDGE_MS);
  page.connect((app) => {
    clearTimeout(timer);
    start(app);
  });
})();
