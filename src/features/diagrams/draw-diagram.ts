// Draws diagrams with Mermaid in one hidden frame: an opaque origin without network. The result is shown as an image,
// which can neither run nor load anything.
import code from 'mermaid/dist/mermaid.min.js?url';
import { Stage } from '../../ui/components/stage.ts';
import { drawingOf, problemOf, type Drawing } from './drawn.ts';

export type Drawn = { drawing: Drawing } | { problem: string };

/** Milliseconds. A diagram takes about 50, but a slow device has to load Mermaid first. */
const DEADLINE = 20_000;
/** Mermaid's own limits. */
const MOST = { maxTextSize: 50_000, maxEdges: 1000 } as const;

/**
 * Runs in the frame. An image must be XML, which Mermaid's output is not always. Drawings take turns: each removes
 * what Mermaid left on the page.
 */
const DRAWER = `<!doctype html><body style="width:1200px"><script>
let last = Promise.resolve();
stage.receive((message) => {
  last = last.then(() => draw(message));
});
async function draw({ code, id, source, settings }) {
  if (code) {
    const script = document.createElement('script');
    script.textContent = code;
    document.head.append(script);
    return;
  }
  try {
    mermaid.initialize(settings);
    const { svg } = await mermaid.render('diagram' + id, source);
    const node = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
    stage.send({ id, svg: new XMLSerializer().serializeToString(node) });
  } catch (error) {
    stage.send({ id, problem: String(error?.message ?? error) });
  }
  document.querySelectorAll('body > :not(script)').forEach((rest) => rest.remove());
}
</script>`;

let opening: Promise<Stage> | undefined;
const waiting = new Map<number, (answer: unknown) => void>();
let ids = 0;

/** @param colours keyed by their names in Mermaid's `themeVariables` */
export async function drawDiagram(
  source: string,
  colours: Readonly<Record<string, string>>,
  isDark: boolean,
): Promise<Drawn> {
  const answer = await ask(source, {
    ...MOST,
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: 'base',
    themeVariables: { darkMode: isDark, fontSize: '15px', ...colours },
    fontFamily: 'system-ui, sans-serif',
  });
  const drawing = drawingOf(answer);
  return drawing ? { drawing } : { problem: problemOf(answer) };
}

async function ask(source: string, settings: object): Promise<unknown> {
  opening ??= open().catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  const stage = await opening;
  const id = ++ids;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      end(stage);
      resolve({ problem: 'It takes too long' });
    }, DEADLINE);
    waiting.set(id, (answer) => {
      clearTimeout(timer);
      waiting.delete(id);
      resolve(answer);
    });
    stage.send({ id, source, settings });
  });
}

async function open(): Promise<Stage> {
  const response = await fetch(code);
  if (!response.ok) throw new Error(`${code}: ${response.status}`);
  const program = await response.text();
  const stage = new Stage(DRAWER, {
    title: 'Diagrams',
    onmessage: (message) => waiting.get((message as { id: number }).id)?.(message),
    onleft: () => end(stage),
  });
  stage.element.ariaHidden = 'true';
  stage.element.tabIndex = -1;
  // The frame needs a layout to measure text in.
  stage.element.style.cssText =
    'position:fixed;inset-inline-start:-2000px;width:1200px;height:800px;visibility:hidden;border:0';
  document.body.append(stage.element);
  stage.send({ code: program });
  return stage;
}

/** Waiting diagrams fail; the next one gets a new frame. */
function end(stage: Stage): void {
  stage.close();
  opening = undefined;
  for (const answer of [...waiting.values()]) answer({ problem: '' });
}
