// Attributes that are properties of the same meaning, made once for a class; and properties set before the class was there.

/**
 * @param names of properties, each with its attribute. Setting null, undefined or false takes the attribute away.
 */
export function reflect(prototype: HTMLElement, names: Readonly<Record<string, string>>): void {
  for (const [property, attribute] of Object.entries(names)) {
    Object.defineProperty(prototype, property, {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement) {
        return this.getAttribute(attribute);
      },
      set(this: HTMLElement, value: unknown) {
        if (value === null || value === undefined || value === false) this.removeAttribute(attribute);
        else this.setAttribute(attribute, String(value));
      },
    });
  }
}

/** A property that a page set before the element was defined hides the one of the class: it is set again, the right way. */
export function upgrade(element: object, names: readonly string[]): void {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue;
    const value = Reflect.get(element, name) as unknown;
    Reflect.deleteProperty(element, name);
    Reflect.set(element, name, value);
  }
}
