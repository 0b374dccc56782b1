import { readFileSync, writeFileSync } from "node:fs";

/** One request that the inspector took. */
export interface ReceivedWebhook {
  id: number;
  /** The rest of the path after `/_local/webhooks/`. */
  name: string;
  method: string;
  query: string;
  headers: Record<string, string>;
  body: string;
  /** What it was answered with. */
  status: number;
  /** ISO 8601. */
  received_at: string;
}

/** What came to the webhook inspector, newest first. */
export interface Webhooks {
  add(received: Omit<ReceivedWebhook, "id">): void;
  list(name?: string): ReceivedWebhook[];
  clear(): void;
  save(): void;
}

const KEPT = 200;

/** @param file keeps them from one start to the next; in memory without it */
export function openWebhooks(file: string | undefined): Webhooks {
  let kept = file ? readKept(file) : [];
  let last = kept[0]?.id ?? 0;
  const save = () => {
    if (file) writeFileSync(file, JSON.stringify(kept));
  };
  return {
    add: (received) => {
      last += 1;
      kept = [{ id: last, ...received }, ...kept].slice(0, KEPT);
    },
    list: (name) => (name === undefined ? kept : kept.filter((received) => received.name === name)),
    clear: () => {
      kept = [];
      save();
    },
    save,
  };
}

function readKept(file: string): ReceivedWebhook[] {
  try {
    const kept: ReceivedWebhook[] = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(kept) ? kept : [];
  } catch {
    // None yet; or damaged, and they are only there to be looked at.
    return [];
  }
}
