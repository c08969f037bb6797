// Properties that reflect attributes, defined once per class; also adopts properties set before the class was
// defined.

/** @param names of properties, each with its attribute. Setting null, undefined or false removes the attribute. */
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

/** A property set before the element was defined hides the class's accessor: sets it again through the accessor. */
export function upgrade(element: object, names: readonly string[]): void {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue;
    const value = Reflect.get(element, name) as unknown;
    Reflect.deleteProperty(element, name);
    Reflect.set(element, name, value);
  }
}
