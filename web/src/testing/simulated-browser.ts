import elements from 'happy-dom/lib/config/HTMLElementConfig.js';

/** Adds parts of browsers that the simulated one lacks. */
export function completeBrowser(): void {
  Object.assign(document, { fonts: new EventTarget() });
  Object.assign(elements, { search: elements.address });
  Object.assign(globalThis, { Path2D: class extends Drawing {} });
  HTMLCanvasElement.prototype.getContext = (() => new Drawing()) as never;
  // Tests load no style sheets. Collecting those of all ancestors, for each element that a role is looked for in, took
  // an eighth of the tests' processor time.
  window.getComputedStyle = ((element: HTMLElement) => element.style) as never;
  // As in Chromium, where they return a promise: an effect that returned it broke the page when it ended.
  Element.prototype.scrollIntoView = (() => Promise.resolve()) as never;
}

/** Takes drawing commands and draws nothing: charts are read from their text and tables. */
class Drawing {
  constructor() {
    // biome-ignore lint/correctness/noConstructorReturn: a proxy is the only object with every method
    return new Proxy(this, {
      get: (target, name) => Reflect.get(target, name) ?? (name === 'measureText' ? measureText : ignore),
    });
  }
}

const ignore = () => undefined;
const measureText = (text: string) => ({ width: text.length * 8 });
