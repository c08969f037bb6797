// What this client tells a server that it can do.
import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { APP_TYPE, APPS_EXTENSION } from '../core/mcp-app.ts';

export function capabilitiesOf(can: { sample: boolean; showApps: boolean }): ClientCapabilities {
  return {
    elicitation: { form: {}, url: {} },
    ...(can.sample && { sampling: {} }),
    ...(can.showApps && { extensions: { [APPS_EXTENSION]: { mimeTypes: [APP_TYPE] } } }),
  };
}
