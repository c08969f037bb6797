// Opens a page in the engine under test: Chromium and Firefox by Playwright, WebKit by WebKitWebDriver (WebKitGTK).
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import { Builder, By, Capabilities, Key, type WebDriver } from 'selenium-webdriver';
import { webkitPaths } from '../../scripts/webkit.mjs';
import type { EnginePage } from './engine-page.ts';

export function playwrightPage(page: Page): EnginePage {
  return {
    goto: async (url) => void (await page.goto(url)),
    // Playwright passes only one argument.
    evaluate: (work, ...args) =>
      evaluateInPage(page, `(${String(work)})(...${JSON.stringify(args)})`) as ReturnType<
        EnginePage['evaluate']
      > as never,
    click: (selector) => page.locator(selector).click(),
    type: (text) => page.keyboard.insertText(text),
    press: (key) => page.keyboard.press(key),
    screenshot: () => page.screenshot(),
    close: async () => undefined,
  };
}

type Kept = { value: unknown } | { error: string };

/** Milliseconds until the page is asked again. */
const ASK_AGAIN = 5000;
let evaluations = 0;

/**
 * Evaluates in the page, which keeps the result until it is fetched: over BiDi, an evaluation of Firefox sometimes never
 * answers, though its work is done.
 */
async function evaluateInPage(page: Page, expression: string): Promise<unknown> {
  const name = `evaluation${++evaluations}`;
  const start = `void (async () => ${expression})().then(
    (value) => (window.${name} = { value }),
    (error) => (window.${name} = { error: String(error) }))`;
  await withinTime(page.evaluate(start));
  for (;;) {
    const kept = (await withinTime(page.evaluate(`window.${name}`))) as Kept | undefined;
    if (kept === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    else if ('error' in kept) throw new Error(kept.error);
    else return kept.value;
  }
}

/** Undefined when there is no answer in time. */
async function withinTime(work: Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ASK_AGAIN);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Starts WebKitGTK's MiniBrowser on its own display. */
export async function webkitPage(): Promise<EnginePage> {
  const { driver: program, browser, display: xvfb } = webkitPaths();
  const display = xvfb ? await startDisplay(xvfb) : undefined;
  const port = await freePort();
  const environment = {
    ...process.env,
    ...(display && { DISPLAY: display.name }),
    // There is no GPU, and as root no sandbox of its own.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
  };
  const server = spawn(program, [`--port=${port}`], { stdio: 'ignore', env: environment });
  const stop = (): void => {
    server.kill();
    display?.process.kill();
  };
  try {
    const driver = await connect(`http://127.0.0.1:${port}`, browser);
    await driver.manage().setTimeouts({ script: 120_000, pageLoad: 60_000 });
    await driver.manage().window().setRect({ width: 1280, height: 800 });
    return webDriverPage(driver, stop);
  } catch (error) {
    stop();
    throw error;
  }
}

/** Waits until the server listens. */
async function connect(address: string, browser: string): Promise<WebDriver> {
  const capabilities = new Capabilities()
    .setBrowserName('MiniBrowser')
    .set('webkitgtk:browserOptions', { binary: browser, args: ['--automation'] });
  for (let turn = 1; ; turn++) {
    try {
      return await new Builder().usingServer(address).withCapabilities(capabilities).build();
    } catch (error) {
      if (turn === 40) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

function webDriverPage(driver: WebDriver, stop: () => void): EnginePage {
  return {
    goto: (url) => driver.get(url),
    async evaluate(work, ...args) {
      const script = `
        const args = [...arguments], done = args.pop();
        Promise.resolve().then(() => (${String(work)})(...args)).then(
          (value) => done({ value }),
          (error) => done({ error: String(error?.message ?? error) }),
        );`;
      const answer = await driver.executeAsyncScript<{ value: never; error?: string }>(script, ...args);
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value;
    },
    click: (selector) => driver.findElement(By.css(selector)).click(),
    type: (text) => driver.switchTo().activeElement().sendKeys(text),
    press: (key) =>
      driver
        .switchTo()
        .activeElement()
        .sendKeys(key === 'Enter' ? Key.ENTER : Key.ESCAPE),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    async close() {
      await driver.quit().catch(() => undefined);
      stop();
    },
  };
}

/** Xvfb chooses a free display number and prints it. */
async function startDisplay(program: string): Promise<{ name: string; process: ChildProcess }> {
  const started = spawn(program, ['-displayfd', '3', '-screen', '0', '1300x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    started.once('error', reject);
    started.once('exit', () => reject(new Error('Xvfb did not start')));
    started.stdio[3]!.once('data', (said: Buffer) => resolve(said.toString().trim()));
  });
  return { name: `:${number}`, process: started };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
