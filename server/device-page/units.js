/* Values in the unit that the person reads, by the units table that the app has (ios-app 5.3, android-app 5.4). */
(() => {
  const page = window.devicePage;
  const NOT_CONVERTED = (x) => x;

  /** The table's expressions are sums and products of `x`; anything else is not run. */
  function compile(expression) {
    if (!/^[\dx.+\-*/() ]+$/.test(expression)) return undefined;
    return new Function('x', `return ${expression};`);
  }

  function knownLocale(name) {
    try {
      return Intl.NumberFormat.supportedLocalesOf(String(name || '').replace(/_/g, '-'))[0];
    } catch (_error) {
      return undefined;
    }
  }

  const decimalsOf = (step) => (String(step).split('.')[1] || '').length;

  /** `preferences` as either app has them: `units`, and `locale` in the form of Java. */
  page.createUnits = (preferences) => {
    const isImperial = preferences.units === 'imperial';
    const locale = knownLocale(preferences.locale) || knownLocale(preferences.language);
    let table = { unitSpec: {}, unitCalc: {} };

    function conversion(from, to) {
      if (from === to) return NOT_CONVERTED;
      const expression = (table.unitCalc[from] || {})[to];
      return expression === undefined ? undefined : compile(expression);
    }

    function write(number, decimals) {
      return number.toLocaleString(locale, { maximumFractionDigits: decimals });
    }

    return {
      setTable(given) {
        if (given && given.unitSpec && given.unitCalc) table = given;
      },
      /** How a number of the property is read: `text(x)`, and for entering it `toShown(x)`, `fromShown(y)`, `suffix`. */
      of(property, config) {
        const options = property.unitsOptions || {};
        const own = options.muzzleyUnit || options.vendorUnit || '';
        const wanted = (isImperial ? options.targetImperial : options.targetMetric) || own;
        const there = conversion(own, wanted);
        const back = conversion(wanted, own);
        const isConverted = Boolean(there && back && table.unitSpec[wanted]);
        const spec = table.unitSpec[isConverted ? wanted : own];
        const suffix = spec ? spec.suffix : config.suffix || '';
        const decimals = Math.max(spec ? spec.decimalPlaces : 0, decimalsOf(config.step || 0));
        const toShown = isConverted ? there : NOT_CONVERTED;
        const limit = spec || config.step ? decimals : 2;
        return {
          suffix: suffix.trim(),
          decimals: limit,
          toShown,
          fromShown: isConverted ? back : NOT_CONVERTED,
          text: (x) => `${write(toShown(x), limit)} ${suffix.trim()}`.trim(),
        };
      },
      /** The time of day. */
      time: (date) => date.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' }),
    };
  };
  page.decimalsOf = decimalsOf;
})();
