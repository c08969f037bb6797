// For everything by which a person consents: an attachment that lets only their own presses through.
import { onPerson, type Pressed } from '../../core/person-events.ts';

/**
 * `{@attach trusted('click', install)}` in place of `onclick={install}`. Without a type it guards what the element does by itself:
 * the check of a box, and the clicks on what is inside.
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
