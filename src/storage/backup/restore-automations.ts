// Restores automations from a backup. Each is switched off and shows its origin, so a backup never starts anything.
import {
  AUTOMATION_LIMITS,
  checkAutomation,
  readAutomations,
  type Automation,
} from '../../core/automation.ts';
import { FROM_BACKUP } from '../../core/origin-text.ts';
import { UNSEEN } from '../../base/unseen.ts';
import { verdict, type Restoring, type Tally } from './restoring.ts';

/** @param here the present record @returns the restored one */
export function withRestoredAutomations(restoring: Restoring, tally: Tally, here: unknown, given: unknown) {
  const automations = new Map(readAutomations(here).map((one) => [one.id, one]));
  let restored = 0;
  let left = 0;
  for (const one of readAutomations(given)) {
    const known = automations.has(one.id);
    const isFull = !known && automations.size >= AUTOMATION_LIMITS.automations;
    const arriving = isFull ? undefined : arrived(one, restoring.trust);
    if (!arriving) {
      left += 1;
      continue;
    }
    // Someone else's file replaces none of the person's own.
    const id = restoring.trust || !known ? one.id : crypto.randomUUID();
    if (restoring.trust && !verdict(restoring, tally, known)) continue;
    if (!restoring.trust) tally.added += 1;
    restored += 1;
    automations.set(id, { ...arriving, id });
  }
  if (restored > 0) restoring.note({ code: 'automations_off' });
  if (left > 0) restoring.note({ code: 'automations_left_out', count: left });
  return { automations: [...automations.values()] };
}

function arrived(one: Automation, trust: boolean): Automation | undefined {
  try {
    const { title, task } = checkAutomation(one);
    const seen = task.kind === 'question' ? { ...task, text: task.text.replaceAll(UNSEEN, '') } : task;
    return {
      ...{ ...one, title: trust ? title : title.replaceAll(UNSEEN, '') },
      ...{ task: trust ? task : seen, on: false, from: FROM_BACKUP },
      // Ids in someone else's history may name chats of this device.
      runs: trust ? one.runs : [],
    };
  } catch {
    return undefined;
  }
}
