// Everything a script can do to a control in place of a user: synthetic pointer events, clicks, keys, input, changes
// and submits.
import type { Locator } from 'playwright/test';

/** Like `evaluateAll`, which crashes Firefox's content process for nested locators. */
async function eachAtOnce<T>(
  controls: Locator,
  act: (elements: Element[], given: T) => Promise<void>,
  given?: T,
): Promise<void> {
  await controls.first().waitFor();
  const elements = await Promise.all((await controls.all()).map((control) => control.elementHandle()));
  await controls
    .page()
    .evaluate(([act, elements, given]) => (0, eval)(`(${act})`)(elements, given), [
      String(act),
      elements,
      given,
    ] as const);
}

/**
 * Sends all events to each element, twice, since some controls react only to the second press. Resolves after the
 * handlers have run.
 */
export async function pressByScript(controls: Locator): Promise<void> {
  await eachAtOnce(controls, async (elements) => {
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60));
    const press = (element: HTMLElement): void => {
      const all = { bubbles: true, cancelable: true, composed: true };
      const send = (event: Event): void => void element.dispatchEvent(event);
      for (const type of ['pointerdown', 'pointerup'])
        send(new PointerEvent(type, { ...all, isPrimary: true }));
      for (const type of ['mousedown', 'mouseup', 'click', 'dblclick']) send(new MouseEvent(type, all));
      element.focus();
      for (const key of ['Enter', ' ', 'y', 'a']) {
        for (const type of ['keydown', 'keypress', 'keyup']) {
          send(
            new KeyboardEvent(type, {
              ...all,
              key,
              code: key === ' ' ? 'Space' : key,
              ctrlKey: key === 'Enter',
            }),
          );
          send(new KeyboardEvent(type, { ...all, key, code: key === ' ' ? 'Space' : key }));
        }
      }
      for (const type of ['input', 'change', 'submit']) send(new Event(type, all));
      element.click();
      if (element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio')) {
        for (const label of element.labels ?? []) label.click();
        const was = element.checked;
        element.checked = !was;
        send(new Event('change', all));
        // Reverts changes that no handler has adopted, so that only handlers count.
        element.checked = was;
      }
      const form = element.closest('form');
      form?.dispatchEvent(new SubmitEvent('submit', all));
      const isSubmitter = element instanceof HTMLButtonElement && element.type === 'submit';
      form?.requestSubmit(isSubmitter ? element : undefined);
    };
    for (const round of [1, 2]) {
      for (const element of elements) if (element.isConnected || round === 1) press(element as HTMLElement);
      await pause();
    }
  });
}

/** Sets each field's value and sends change events, as a script can: for text fields and choices. */
export async function fillByScript(fields: Locator, value: string): Promise<void> {
  await eachAtOnce(
    fields,
    async (elements, value) => {
      for (const element of elements as (HTMLInputElement | HTMLSelectElement)[]) {
        element.value = element instanceof HTMLSelectElement ? (element.options[1]?.value ?? '') : value;
        for (const type of ['input', 'change', 'blur', 'focusout']) {
          element.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 150));
    },
    value,
  );
}
