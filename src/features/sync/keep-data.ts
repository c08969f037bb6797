// Asks the browser to keep the data of the app. It may ask the person, who has just asked to keep this data.
import type { App } from '../../apps/web/app.ts';

export function keepData(app: App): void {
  void app
    .storage()
    .then((storage) => storage.persist())
    .catch(() => undefined);
}
