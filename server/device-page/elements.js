/* Helpers for creating elements. Names from makers or people are inserted as text, never as markup. */
(() => {
  const page = window.devicePage;
  let ids = 0;

  /**
   * Creates an element: `make('button', {type: 'button'}, 'On')`. Attributes without a value are left out.
   */
  page.make = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : value);
    }
    for (const child of children) if (child !== undefined) element.append(child);
    return element;
  };

  page.newId = () => {
    ids += 1;
    return `e${ids}`;
  };

  page.button = (text, act, attributes) => {
    const element = page.make('button', Object.assign({ type: 'button' }, attributes), text);
    element.addEventListener('click', act);
    return element;
  };

  page.same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

  /** Returns the value that the row shows: a pending one replaces the current one. */
  page.shownOf = (slot) => (slot.isPending ? slot.wanted : slot.value);

  /** Returns the limits of the schema, for controls without their own. */
  page.limitsOf = ({ schemaExtension }) => {
    const { minimum: min, maximum: max } = schemaExtension || {};
    return Object.assign({}, min === undefined ? {} : { min }, max === undefined ? {} : { max });
  };

  page.announce = (text) => {
    document.getElementById('announcer').textContent = text;
  };
})();
