// Keeps the buttons of a question still and off at first, so that a click meant for an app does not answer.

const GUARD_MS = 500;

/** Off for a moment whenever what is asked changes. Create it while a component is set up. */
export class Guard {
  isActive = $state(false);

  constructor(asked: () => unknown) {
    $effect(() => {
      asked();
      this.isActive = false;
      const timer = setTimeout(() => (this.isActive = true), GUARD_MS);
      return () => clearTimeout(timer);
    });
  }
}

/** Number of questions of apps on screen. An app that changes its height would move their buttons. */
export const questions = $state({ open: 0 });
