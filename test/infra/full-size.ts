import * as z from "zod";
import type { Method, Operation } from "#core/http/contract.ts";
import type { Worker } from "#core/queue/contract.ts";
import { message as declared } from "#core/queue/message.ts";
import { publishedEntries } from "#test/contract/interface.ts";

/** A third more operations than the published interface has, and a worker for each kind of trigger. */
export function fullSizeManifest(): { operations: Operation[]; workers: Worker[] } {
  const published = publishedEntries();
  const extra = published.slice(0, Math.ceil(published.length / 3));
  const operations = [
    ...published.map(({ method, path, section }, index) =>
      makeOperation(`op${index}`, section, method, path),
    ),
    // In each section, so that the largest domain grows too.
    ...thirdOfSections(published).map(({ method, path, section }, index) =>
      makeOperation(`extra${index}`, section, method, `${path}/extra`),
    ),
  ];
  if (operations.length < published.length + extra.length) throw new Error("The third more is missing.");
  return { operations, workers };
}

// The first third of each section, rounded up.
function thirdOfSections<T extends { section: string }>(published: readonly T[]): T[] {
  const sections = [...Map.groupBy(published, ({ section }) => section).values()];
  return sections.flatMap((list) => list.slice(0, Math.ceil(list.length / 3)));
}

function makeOperation(id: string, section: string, method: Method, path: string): Operation {
  const domain = section.replaceAll(/[^a-z]+/g, "-");
  return {
    id,
    folder: domain,
    domain,
    family: "store",
    method,
    path,
    summary: `${method} ${path}`,
    needs: "none",
    returns: z.object(),
    status: 200,
  };
}

const message = declared("any", z.object());

const workers: Worker[] = [
  {
    id: "fanOut",
    folder: "delivery/activity",
    domain: "events",
    summary: "Fans out",
    trigger: { kind: "stream" },
    uses: ["queue:send"],
  },
  {
    id: "sendEmail",
    folder: "delivery/mail",
    domain: "mail",
    summary: "Sends",
    trigger: { kind: "queue", message, maxConcurrency: 5 },
    uses: ["table:write", "mail:send", "secrets"],
    timeout: 20,
  },
  {
    id: "recordMailEvents",
    folder: "delivery/mail",
    domain: "mail",
    summary: "Records",
    trigger: { kind: "queue", message },
  },
  {
    id: "deliverWebhook",
    folder: "delivery/webhooks",
    domain: "webhooks",
    summary: "Delivers",
    trigger: { kind: "queue", message, batchSize: 20 },
    timeout: 60,
  },
  {
    id: "verifyPhone",
    folder: "tenancy/users",
    domain: "users",
    summary: "Texts",
    trigger: { kind: "queue", message },
    uses: ["sms:send", "ai:invoke", "oidc", "billing", "apps"],
  },
  {
    id: "minuteTick",
    folder: "delivery/activity",
    domain: "events",
    summary: "Ticks",
    trigger: { kind: "schedule", everyMinutes: 1 },
    uses: ["table:write", "queue:send"],
  },
  {
    id: "transformImage",
    folder: "content/media",
    domain: "media",
    summary: "Transforms",
    trigger: { kind: "url" },
    memory: 1769,
    uses: ["media:read", "media:write", "variants:write"],
  },
];
