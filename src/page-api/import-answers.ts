// Options and results of an import by a page's script.
import type { App } from '../apps/web/app.ts';
import type { ToolInfo } from '../core/tool.ts';
import type { PageApp } from './page-app.ts';

type ToolOperations = Awaited<ReturnType<App['toolParts']['operations']>>;
type Choices = NonNullable<Parameters<ToolOperations['install']>[2]>;

export type ToolPageApp = Pick<PageApp, 'tools' | 'toolParts' | 'agent'>;

export interface ImportOptions {
  install?: boolean;
  /** Slug of the bundle for everything. Default: bundles of their own. */
  into?: string;
  /** Names of secrets that the config of its tools may use. Default: none that already exist. */
  secrets?: readonly string[];
}

export interface ImportAnswer extends Awaited<ReturnType<ToolOperations['preview']>> {
  /** Present after an installation. */
  installed?: { bundle: string; tools: ToolInfo[]; unchanged: string[]; withheld: string[] }[];
}

export interface UpdateAnswer {
  changed: boolean;
  hash: string;
  changes: ReturnType<ToolOperations['diff']>;
  installed?: ImportAnswer['installed'];
}

/** Installs a preview and returns the result. */
export async function installed(
  { tools, toolParts }: ToolPageApp,
  preview: Parameters<ToolOperations['install']>[0],
  choices: Choices = {},
): Promise<NonNullable<ImportAnswer['installed']>> {
  const reports = await (await toolParts.operations()).install(preview, 'page', choices);
  return reports.map((report) => ({
    bundle: report.bundle.slug,
    tools: report.tools.map((tool) => tools.infoOf(tool)),
    unchanged: report.unchanged,
    withheld: report.withheld,
  }));
}

export function choicesOf({ into, secrets }: ImportOptions): Choices {
  return {
    ...(into !== undefined && { into: String(into) }),
    ...(Array.isArray(secrets) && { secrets: secrets.map(String) }),
  };
}
