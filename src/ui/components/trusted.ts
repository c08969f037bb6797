// For every control that gives consent: an attachment that lets only real user events through.
import { onPerson, type Pressed } from '../../core/person-events.ts';

/**
 * Use `{@attach trusted('click', install)}` instead of `onclick={install}`. Without a type, it guards the element's
 * own behaviour: a checkbox's change, and clicks on its contents.
 */
export function trusted<Type extends 'click' | 'change' | 'submit'>(
  type?: Type,
  work?: (event: HTMLElementEventMap[Type]) => unknown,
): (element: HTMLElement) => () => void {
  return (element) =>
    onPerson(
      element as Pressed<HTMLElementEventMap[Type]>,
      () => performance.now(),
      type,
      work && ((event) => void work(event)),
    );
}
