import type { Caller, Job, StepRequest } from "#lib/engagement/social/port.ts";
import { networkOf } from "#lib/engagement/social/registry.ts";
import type { ProviderType } from "#lib/engagement/social/schema.ts";

// Sends one film to a network as the worker does, to measure the memory of an upload. Needs --expose-gc.
const [type, access, account, megabytes] = process.argv.slice(2);
const size = Number(megabytes) * 1_000_000;
const network = await networkOf(type as ProviderType);
let largestPart = 0;
const filmReader = {
  id: "media_1",
  kind: "video" as const,
  mimeType: "video/mp4",
  url: "https://media.example/film.mp4",
  size,
  width: null,
  height: null,
  source: {
    size,
    async read(start: number, end: number) {
      largestPart = Math.max(largestPart, end - start);
      return Buffer.alloc(end - start, 7);
    },
  },
};
const post = {
  type: network.type,
  placement: "video",
  text: "Large",
  title: "Large",
  link: null,
  privacy: null,
  shareToFeed: true,
  media: [filmReader],
};
const caller: Caller = {
  app: { id: "app", secret: "app-secret-canary", reviewed: true },
  token: access ?? "",
  destination: {
    external_account_id: account ?? "",
    external_account_name: "",
    handle: null,
    avatar_url: null,
  },
  now: () => Math.floor(Date.now() / 1000),
};
const handles = new Map<string, string>();
const job: Job = { kind: "publication", post, handles };
globalThis.gc?.();
const memoryBefore = process.memoryUsage.rss();
let maxMemory = memoryBefore;
let longestCall = 0;
for (const { type: step } of network.plan(job)) {
  for (let going = true; going; ) {
    const at = Math.floor(Date.now() / 1000);
    const asked: StepRequest = {
      type: step,
      handle: handles.get(step) ?? null,
      firstAt: at,
      intentAt: at,
      tries: 1,
    };
    const began = performance.now();
    const outcome = await network.perform(caller, job, asked);
    longestCall = Math.max(longestCall, performance.now() - began);
    maxMemory = Math.max(maxMemory, process.memoryUsage.rss());
    if ("handle" in outcome && outcome.handle !== undefined) handles.set(step, outcome.handle);
    going = outcome.end === "more" || outcome.end === "wait";
  }
}
process.send?.({ largest: largestPart, grown: (maxMemory - memoryBefore) / 2 ** 20, longest: longestCall });
process.disconnect();
