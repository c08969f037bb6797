// The browser as a scheduler needs it: one tab at a time by a lock, timers, and a wake-up when the page is shown again.
import type { SchedulerAround } from '../base/scheduler.ts';

/** @param lock the tab that holds it runs the jobs */
export function tabSchedule(lock: string): SchedulerAround {
  return {
    asOnlyTab: (signal, work) => navigator.locks.request(lock, { signal }, work),
    later(milliseconds, run) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    onWake(run) {
      const shown = (): void => {
        if (document.visibilityState === 'visible') run();
      };
      document.addEventListener('visibilitychange', shown);
      addEventListener('online', run);
      return () => {
        document.removeEventListener('visibilitychange', shown);
        removeEventListener('online', run);
      };
    },
    now: Date.now,
  };
}
