import { performance } from "node:perf_hooks";
import { launch } from "puppeteer-core";
import { median } from "./measure.ts";
import type { BenchStack } from "./stack.ts";

export const name =
  "Reference in a browser, at 390 px, warm server and empty cache of the browser; the aim is 1,500 ms";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const PAGE_PATHS = ["", "/concepts", "/carts", "/reservations"];
const VISITS = 3;

/** First contentful paint and load time of the reference's pages: the median of three visits. */
export async function run(stack: BenchStack): Promise<string> {
  const site = `${stack.api}/v1/reference`;
  const begun = performance.now();
  await (await fetch(site)).text();
  const lines = [
    `${Math.round(performance.now() - begun)} ms for the first page of all, which makes the document`,
  ];
  const browser = await launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  try {
    for (const page of PAGE_PATHS) {
      const looks: number[][] = [];
      for (let visit = 0; visit < VISITS; visit++) {
        const context = await browser.createBrowserContext();
        const tab = await context.newPage();
        // A tab in the background is not painted.
        await tab.bringToFront();
        await tab.setViewport({ width: 390, height: 844 });
        await tab.goto(site + page, { waitUntil: "load" });
        looks.push(JSON.parse(String(await tab.evaluate(PAINT_TIMES_SCRIPT))));
        await context.close();
      }
      const [paint, load, bytes] = [0, 1, 2].map((at) => median(looks.map((each) => each[at] ?? 0)));
      lines.push(`${page || "/"}: first contentful paint ${paint} ms, load ${load} ms, ${bytes} bytes`);
    }
  } finally {
    await browser.close();
  }
  return lines.join("\n");
}

// The load event may come before the first paint: `buffered` also reports a paint that has already happened.
const PAINT_TIMES_SCRIPT = `new Promise((resolve) => {
  const [navigation] = performance.getEntriesByType("navigation");
  new PerformanceObserver((list) => {
    const paint = list.getEntriesByName("first-contentful-paint")[0];
    if (paint) setTimeout(() => resolve(JSON.stringify([
      Math.round(paint.startTime),
      Math.round(navigation.loadEventEnd || performance.now()),
      navigation.transferSize])));
  }).observe({ type: "paint", buffered: true });
})`;
