// The sandbox for a site's tools, as the wiring opens it.
import type { HostServices } from '../../sandbox/capabilities.ts';
import type { ToolRunner } from '../../core/ports/tool-runner.ts';

export type SiteSandbox = ToolRunner & { dispose(): void };

/** Rejects with a Failure. */
export type OpenSandbox = (ownFolder: string, services: HostServices) => Promise<SiteSandbox>;
