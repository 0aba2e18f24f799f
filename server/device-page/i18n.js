/*
 * The page's own texts. `messages.js`, which the server adds to the archive, has the translations of each
 * language by the English text; labels of the device come translated from the platform.
 */
(() => {
  const page = window.devicePage;
  const languages = Object.assign({ en: {} }, page.messages);
  let messages = languages.en;

  const languageOf = (locale) =>
    String(locale || '')
      .split(/[-_]/)[0]
      .toLowerCase();

  page.i18n = {
    /** Chooses the first of the locales whose language the page has, else English. */
    choose(locales) {
      const known = locales.map(languageOf).filter((name) => Object.keys(languages).indexOf(name) >= 0);
      const language = known[0] || 'en';
      messages = languages[language];
      document.documentElement.lang = language;
    },
    /** Returns the text in the chosen language, with its values in place of `{name}`. */
    t(text, values) {
      return (messages[text] || text).replace(/\{(\w+)\}/g, (place, name) =>
        values && name in values ? String(values[name]) : place,
      );
    },
  };

  const { i18n } = page;
  page.localesOfBrowser = navigator.languages || [navigator.language];
  i18n.choose(page.localesOfBrowser);
  document.title = i18n.t('Device');
  document.getElementById('connecting').textContent = i18n.t('Connecting…');
})();
