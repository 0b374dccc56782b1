import { readFileSync, writeFileSync } from "node:fs";

export interface ReceivedWebhook {
  id: number;
  /** The rest of the path after `/_local/webhooks/`. */
  name: string;
  method: string;
  query: string;
  headers: Record<string, string>;
  body: string;
  /** The HTTP status that the inspector answered. */
  status: number;
  /** The time in ISO 8601. */
  received_at: string;
}

/** The requests that the webhook inspector received, newest first. */
export interface Webhooks {
  add(received: Omit<ReceivedWebhook, "id">): void;
  list(name?: string): ReceivedWebhook[];
  clear(): void;
  save(): void;
}

const MAX_WEBHOOKS = 200;

/** @param file stores the requests across restarts; in memory without it */
export function openWebhooks(file: string | undefined): Webhooks {
  let stored = file ? readStored(file) : [];
  let last = stored[0]?.id ?? 0;
  const save = () => {
    if (file) writeFileSync(file, JSON.stringify(stored));
  };
  return {
    add: (received) => {
      last += 1;
      stored = [{ id: last, ...received }, ...stored].slice(0, MAX_WEBHOOKS);
    },
    list: (name) => (name === undefined ? stored : stored.filter((received) => received.name === name)),
    clear: () => {
      stored = [];
      save();
    },
    save,
  };
}

function readStored(file: string): ReceivedWebhook[] {
  try {
    const stored: ReceivedWebhook[] = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(stored) ? stored : [];
  } catch {
    // Missing or damaged. Starts empty, as these requests are only for viewing.
    return [];
  }
}
