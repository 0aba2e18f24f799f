/* Values in the person's unit, converted with the app's units table (ios-app 5.3, android-app 5.4). */
(() => {
  const page = window.devicePage;
  const NOT_CONVERTED = (x) => x;

  const OPERATIONS = {
    '+': (one, other) => one + other,
    '-': (one, other) => one - other,
    '*': (one, other) => one * other,
    '/': (one, other) => one / other,
  };

  /**
   * Compiles an expression of the table: sums and products of `x`. Returns undefined for anything else. It is not
   * run as a script, which a page may not do under its policy.
   */
  function compile(expression) {
    const tokens = String(expression).match(/[\d.]+|\S/g) || [];
    let next = 0;
    const take = (signs) => (signs.indexOf(tokens[next]) < 0 ? undefined : tokens[next++]);
    const chain = (part, signs) => () => {
      let left = part();
      for (let sign = take(signs); sign; sign = take(signs)) {
        const [one, operation, other] = [left, OPERATIONS[sign], part()];
        left = (x) => operation(one(x), other(x));
      }
      return left;
    };
    function factor() {
      if (take(['-'])) return negative(factor());
      if (take(['x'])) return NOT_CONVERTED;
      if (take(['('])) {
        const inner = sum();
        if (!take([')'])) throw new SyntaxError(expression);
        return inner;
      }
      const number = Number(tokens[next++]);
      if (!Number.isFinite(number)) throw new SyntaxError(expression);
      return () => number;
    }
    const negative = (part) => (x) => -part(x);
    const sum = chain(chain(factor, ['*', '/']), ['+', '-']);
    try {
      const compiled = sum();
      return next === tokens.length ? compiled : undefined;
    } catch (_error) {
      return undefined;
    }
  }

  function knownLocale(name) {
    try {
      return Intl.NumberFormat.supportedLocalesOf(String(name || '').replace(/_/g, '-'))[0];
    } catch (_error) {
      return undefined;
    }
  }

  const decimalsOf = (step) => (String(step).split('.')[1] || '').length;

  /** Returns the device's own step, or in another unit the last decimal that it changes. */
  function stepIn(there, step) {
    if (!step) return undefined;
    const width = Math.abs(there(step) - there(0));
    return Math.abs(width - step) < 1e-6 ? step : 10 ** Math.min(0, Math.round(Math.log10(width)));
  }

  /**
   * Returns the number of decimals. A thermostat with steps of half a degree Celsius holds 21 °C when a
   * person set 70 °F, and 69.8 °F would be confusing: its steps are about one degree Fahrenheit, and so are
   * the displayed numbers.
   */
  function decimalsShown(spec, step, convertedStep) {
    if (convertedStep) return Math.min(spec.decimalPlaces, decimalsOf(convertedStep));
    if (!spec && !step) return 2;
    return Math.max(spec ? spec.decimalPlaces : 0, decimalsOf(step || 0));
  }

  /**
   * Creates the conversion. `preferences` are those of either app: `units`, and `locale` in Java's format.
   */
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

    const decimalSign = () => (write(1.5, 1).charAt(1) === ',' ? ',' : '.');

    return {
      setTable(given) {
        if (given && given.unitSpec && given.unitCalc) table = given;
      },
      /**
       * Returns how a number of the property is displayed: `text(x)` and `suffix`. For entering it:
       * `typed(x)`, `shown(x)` as a number, `fromShown(y)`, and by how much one `step` changes what is shown.
       * `unit` is the key of the unit that is shown, if it is not the device's own.
       */
      of(property, config) {
        const options = property.unitsOptions || {};
        const own = options.muzzleyUnit || options.vendorUnit || '';
        const wanted = (isImperial ? options.targetImperial : options.targetMetric) || own;
        const there = conversion(own, wanted);
        const back = conversion(wanted, own);
        const isConverted = Boolean(there && back && table.unitSpec[wanted]);
        const spec = table.unitSpec[isConverted ? wanted : own];
        const suffix = spec ? spec.suffix : config.suffix || '';
        const toShown = isConverted ? there : NOT_CONVERTED;
        const step = stepIn(toShown, config.step);
        const decimals = decimalsShown(spec, config.step, isConverted && wanted !== own && step);
        const shown = (x) => Number(toShown(x).toFixed(decimals));
        return {
          suffix: suffix.trim(),
          unit: isConverted && wanted !== own ? wanted : undefined,
          step,
          shown,
          fromShown: isConverted ? back : NOT_CONVERTED,
          text: (x) => `${write(toShown(x), decimals)} ${suffix.trim()}`.trim(),
          typed: (x) => String(shown(x)).replace('.', decimalSign()),
        };
      },
      /** Formats the time of day. */
      time: (date) => date.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' }),
    };
  };
  page.decimalsOf = decimalsOf;
})();
