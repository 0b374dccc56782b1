import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import * as z from "zod";
import type { Config } from "#infra/config.ts";
import { type Line, nextNames, parseLine, queryFor } from "./trace.ts";

const StartedQuery = z.object({ queryId: z.string() });
const Results = z.object({
  status: z.string(),
  results: z.array(z.array(z.object({ field: z.string(), value: z.string().default("") }))).default([]),
});

/** Most queries in a row: a request leads to events, events to messages, and messages to mails. */
const MAX_ROUNDS = 5;
const POLL_MS = 1000;

/**
 * Finds log lines of the last `days` about a request, order or email address, with the AWS command line, which
 * has the operator's credentials.
 */
export async function fetchLogLines(config: Config, subject: string, days: number): Promise<Line[]> {
  const lines = new Map<string, Line>();
  let names = [subject];
  const knownLines = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS && names.length > 0; round++) {
    for (const name of names) knownLines.add(name);
    for (const text of await runQuery(config, queryFor(names.slice(0, 200)), days)) {
      const line = parseLine(text);
      if (line) lines.set(text, line);
    }
    names = nextNames([...lines.values()]).filter((name) => !knownLines.has(name));
  }
  return [...lines.values()];
}

async function runQuery(config: Config, text: string, days: number): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000);
  const groups = `SOURCE logGroups(namePrefix: ['/${config.prefix}/${config.environment}/'])`;
  const begin = ["--start-time", String(now - days * 86_400), "--end-time", String(now)];
  const { queryId } = StartedQuery.parse(
    await runAws(config, ["start-query", ...begin, "--query-string", `${groups} | ${text}`]),
  );
  for (;;) {
    const { status, results } = Results.parse(
      await runAws(config, ["get-query-results", "--query-id", queryId]),
    );
    if (status === "Complete")
      return results.flatMap((row) =>
        row.filter(({ field }) => field === "@message").map(({ value }) => value),
      );
    if (status !== "Running" && status !== "Scheduled")
      throw new Error(`The query of the logs is ${status}.`);
    await sleep(POLL_MS);
  }
}

async function runAws({ target }: Config, words: string[]): Promise<unknown> {
  const region = target ? ["--region", target.region] : [];
  const all = ["logs", ...words, ...region, "--output", "json"];
  const { stdout } = await promisify(execFile)("aws", all, { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout);
}
