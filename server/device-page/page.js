/* The whole page: a tile, or the tiles of a group, each with the components of its device. */
(() => {
  const page = window.devicePage;
  const { make, i18n } = page;
  const main = document.getElementById('page');
  /** Groups that are needed less often: they are folded, and their values are read when they are opened. */
  const FOLDED = {
    settings: (count) => i18n.t('Settings ({count})', { count }),
    diagnostics: (count) => i18n.t('Diagnostics ({count})', { count }),
  };

  const groupOf = (property) => {
    const [name = ''] = property.classes || [];
    return FOLDED[name.split('.')[3]] ? name.split('.')[3] : 'main';
  };

  /** Returns the property's position as on the tile: actions first, then information. */
  function placeIn(tile, property, type) {
    const parts = (tile.actions || []).concat(tile.information || []);
    const place = parts.findIndex((each) => each.property === property.id && each.componentType === type);
    return place < 0 ? parts.length : place;
  }

  function propertiesOf(channel, component, tile) {
    const isPart = ({ components = [] }) =>
      components.indexOf(component.id) >= 0 || components.indexOf(component.type) >= 0;
    const own = (channel.properties || []).filter(isPart);
    const placed = own.map((property, index) => [placeIn(tile, property, component.type), index, property]);
    return placed
      .sort((one, other) => one[0] - other[0] || one[1] - other[1])
      .map(([, , property]) => property);
  }

  /** Creates a folded section, which is filled when it is opened for the first time. */
  function fold(title, fill) {
    const element = make('details', {}, make('summary', {}, title));
    let isFilled = false;
    element.addEventListener('toggle', () => {
      if (!isFilled && element.open) fill(element);
      isFilled = true;
    });
    return element;
  }

  function addRows(holder, properties, channel, component, services) {
    const card = make('div', { class: 'card' });
    for (const property of properties) {
      const address = { channel: channel.id, component: component.id, property: property.id };
      const row = page.row(property, address, services);
      services.rows.push(row);
      card.append(row.element);
    }
    if (properties.length > 0) holder.append(card);
  }

  function addComponent(holder, channel, component, tile, services) {
    const properties = propertiesOf(channel, component, tile);
    const inGroup = (name) => properties.filter((property) => groupOf(property) === name);
    addRows(holder, inGroup('main'), channel, component, services);
    for (const [name, titleOf] of Object.entries(FOLDED)) {
      const own = inGroup(name);
      if (own.length === 0) continue;
      holder.append(fold(titleOf(own.length), (inner) => addRows(inner, own, channel, component, services)));
    }
    if (properties.length === 0)
      holder.append(make('p', { class: 'notice' }, i18n.t('Nothing to show here.')));
  }

  function addTile(tile, channel, isAlone, shared) {
    const title = tile.label || channel.content || i18n.t('Device');
    const services = Object.assign({}, shared, { title });
    const section = make('section', {}, make(isAlone ? 'h1' : 'h2', {}, title));
    const shown = (tile.components || []).map(({ id }) => id);
    const components = channel.components || [];
    const own = components.filter(({ id }) => shown.length === 0 || shown.indexOf(id) >= 0);
    const others = components.filter((each) => own.indexOf(each) < 0);
    for (const component of own) {
      if (own.length > 1) section.append(make(isAlone ? 'h2' : 'h3', {}, component.label || component.id));
      addComponent(section, channel, component, tile, services);
    }
    for (const component of isAlone ? others : []) {
      section.append(
        fold(component.label || component.id, (inner) =>
          addComponent(inner, channel, component, tile, services),
        ),
      );
    }
    main.append(section);
  }

  page.connect((app) => {
    const { channels = [], tiles = [] } = app.options;
    const preferences = app.options.preferences || {};
    i18n.choose([preferences.locale, preferences.language].concat(page.localesOfBrowser));
    document.title = i18n.t('Device');
    const services = { values: page.createValues(app), units: page.createUnits(preferences), rows: [] };
    const shown =
      tiles.length > 0 ? tiles : channels.map(({ id, content }) => ({ channel: id, label: content }));
    const pairs = shown
      .map((tile) => [tile, channels.filter(({ id }) => id === tile.channel)[0]])
      .filter(([, channel]) => channel);
    main.textContent = '';
    for (const id of new Set(pairs.map(([, channel]) => channel.id))) app.subscribe(id);
    for (const [tile, channel] of pairs) addTile(tile, channel, pairs.length === 1, services);
    if (pairs.length === 0)
      main.append(make('p', { class: 'notice' }, i18n.t('The app did not say which device this is.')));
    app.getUnits((table) => {
      services.units.setTable(table);
      for (const row of services.rows) row.update();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') services.values.refresh();
    });
  });
})();
