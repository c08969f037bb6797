// Frames of the table and the chart in a real Chromium: 100,000 rows scrolled, 10,000 points drawn and pointed at.
//
// npm run build && node bench/views.mjs [address of a served build]
//
// Prints the frames per second, and the CPU time of the main thread per frame. Other load on the machine does not change
// the CPU time. A frame at 60 per second has 16.7 ms.
import { openAppPage } from './app-page.mjs';

const ROWS = 100_000;
const POINTS = 10_000;
const SECONDS = 4;
/** Pixels per frame: a long swipe, and the scroll bar pulled. */
const STEPS = { swiped: 300, pulled: 2000 };

const { page, address, close } = await openAppPage(process.argv[2]);
const session = await page.context().newCDPSession(page);
await session.send('Performance.enable', { timeDomain: 'threadTicks' });

const rows = {};
await openTable();
for (const [name, step] of Object.entries(STEPS))
  rows[`table of ${ROWS.toLocaleString('en')} rows, ${name}`] = await measure(() =>
    page.evaluate(timeFrames, { selector: '.scroller', step, seconds: SECONDS }),
  );
await openChart();
const drawing = await cpu(async () => {
  await page.getByRole('combobox', { name: 'Kind of chart' }).selectOption('line');
  await page.waitForTimeout(1500);
  await page.getByRole('combobox', { name: 'Kind of chart' }).selectOption('dot');
  await page.waitForTimeout(1500);
});
console.log(`Two drawings of ${POINTS.toLocaleString('en')} points: ${Math.round(drawing)} ms of CPU\n`);
rows[`chart of ${POINTS.toLocaleString('en')} points, pointed at`] = await measure(point);
rows[`chart of ${POINTS.toLocaleString('en')} points, scrolled`] = await measure(() =>
  page.evaluate(timeFrames, { selector: '.box', step: 4, seconds: SECONDS }),
);
await page.getByRole('combobox', { name: 'Kind of chart' }).selectOption('line');
await page.waitForTimeout(1000);
rows[`line of ${POINTS.toLocaleString('en')} points, pointed at`] = await measure(point);
console.table(rows);
await close();

async function openTable() {
  const id = await page.evaluate(async (count) => {
    const lines = ['number,city,price,day'];
    for (let i = 0; i < count; i++)
      lines.push(
        `N-${i},${['Oslo', 'Bergen', 'Narvik'][i % 3]},${((i * 7919) % 100_000) / 100},2026-0${(i % 9) + 1}-1${i % 9}`,
      );
    const file = new File([lines.join('\n')], 'rows.csv', { type: 'text/csv' });
    return (await window.perilune.knowledge.add([file])).ids[0];
  }, ROWS);
  await page.goto(`${address}#/library/${id}`);
  await page.getByRole('region', { name: 'Rows' }).waitFor({ timeout: 120_000 });
  await page.waitForTimeout(3000);
}

async function openChart() {
  await page.evaluate(async (count) => {
    const source = `tool = { name = "cloud", version = "1.0.0", description = "Makes points" }
function tool.execute()
  local rows = {}
  for i = 1, ${count} do rows[i] = { x = i, y = (i * 7919) % 1000 } end
  return view.chart { rows = rows, kind = "scatter", x = "x", y = "y" }
end`;
    const { error } = await window.perilune.tools.install(source, { policy: 'allow' });
    if (error) throw new Error(error.message);
  }, POINTS);
  await page.goto(`${address}#/studio/cloud`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('img', { name: /10,000 values/ }).waitFor({ timeout: 60_000 });
  await page.waitForTimeout(2000);
}

/** Moves the pointer across the chart. */
async function point() {
  const box = await page.getByRole('img', { name: /10,000 values/ }).boundingBox();
  const counting = page.evaluate(timeFrames, { seconds: SECONDS });
  const end = Date.now() + SECONDS * 1000;
  for (let step = 0; Date.now() < end; step++)
    await page.mouse.move(box.x + 70 + ((step * 7) % (box.width - 90)), box.y + 60 + ((step * 3) % 180));
  return counting;
}

async function measure(work) {
  let frames;
  const used = await cpu(async () => (frames = await work()));
  frames.sort((a, b) => a - b);
  return {
    'frames per second': Math.round((frames.length / frames.reduce((sum, each) => sum + each, 0)) * 1000),
    'CPU ms per frame': Number((used / frames.length).toFixed(1)),
    'frame ms, p95': Number(frames[Math.floor(frames.length * 0.95)].toFixed(1)),
  };
}

async function cpu(work) {
  const used = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
  const before = await used();
  await work();
  return (await used()) - before;
}

/** Runs in the page: returns the times between frames. With a selector, it scrolls that element down and up. */
function timeFrames({ selector, step, seconds }) {
  const scroller = selector && document.querySelector(selector);
  const times = [];
  let by = step;
  return new Promise((done) => {
    const start = performance.now();
    let last = start;
    requestAnimationFrame(function next(now) {
      times.push(now - last);
      last = now;
      if (scroller) {
        const before = scroller.scrollTop;
        scroller.scrollTop += by;
        if (scroller.scrollTop === before) by = -by;
      }
      if (now - start < seconds * 1000) requestAnimationFrame(next);
      else done(times.slice(1));
    });
  });
}
