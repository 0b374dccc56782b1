// Runs an account's scripts in a sandbox that has only their input and the account's data.
import { spendBudget } from "#core/budget.ts";
import { type Context, person } from "#core/context.ts";
import { ApiError } from "#core/errors.ts";
import { DataQuery } from "#lib/system/platform-data/schema.ts";
import { deleteData, getData, listData, putData } from "#lib/system/platform-data/service.ts";
import { SCRIPT } from "./errors.ts";
import { isDeeper, MAX_DATA_BYTES, MAX_LEVELS } from "./limits.ts";
import type { DataAnswer } from "./messages.ts";
import { type RunResult, runInThread } from "./runner.ts";
import { type Code, DataCall, type RunScript, type ScriptResult } from "./schema.ts";
import { MAX_JSON_BYTES, MAX_SOURCE_BYTES } from "./schema-sizes.ts";

const FAILURE_TEXTS: Record<Code, string> = {
  TIMEOUT: "The script ran longer than 2 seconds.",
  MEMORY: "The script used more than 32 MB of memory.",
  STACK: "The script called itself too deeply.",
  SYNTAX: "The script is not valid JavaScript",
  EXCEPTION: "The script threw",
  OUTPUT_TOO_LARGE: "The output is larger than 256 KB of JSON or deeper than 64 levels.",
  OUTPUT_NOT_JSON: "The output is not JSON.",
  LOG_LIMIT: "The script logged more than 100 lines or 16 KB.",
  DATA_LIMIT: "The script called data more than 100 times.",
};

/** Runs a sent or stored script. An error of the script is a normal answer. */
export async function runScript(ctx: Context, request: RunScript, thread: URL): Promise<ScriptResult> {
  await spendBudget(ctx, "scripts", person(ctx).id, [30, 60]);
  const { script, input } = await taskOf(ctx, request);
  if (Buffer.byteLength(script) > MAX_SOURCE_BYTES)
    return failedResult("SYNTAX", ": it is longer than 64 KB", []);
  if (input.length > MAX_JSON_BYTES) throw SCRIPT.INPUT_INVALID({ why: "has more than 256 KB of JSON" });
  return resultOf(await runInThread(thread, script, input, (call) => answerDataCall(ctx, call)));
}

async function taskOf(ctx: Context, request: RunScript): Promise<{ script: string; input: string }> {
  const { script, name, value } = request;
  if (script !== undefined && script !== null) return { script, input: JSON.stringify(request.input ?? {}) };
  const stored = await getData(ctx, `script:${name}`);
  if (typeof stored?.value !== "string") throw SCRIPT.UNKNOWN({ name: name ?? "" });
  return { script: stored.value, input: value === undefined || value === null ? "{}" : checkedJson(value) };
}

function checkedJson(text: string): string {
  try {
    if (isDeeper(JSON.parse(text), MAX_LEVELS))
      throw SCRIPT.INPUT_INVALID({ why: "nests deeper than 64 levels" });
    return text;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw SCRIPT.INPUT_INVALID({ why: "in value is not JSON" });
  }
}

function resultOf(end: RunResult): ScriptResult {
  if (end.kind === "failed") return failedResult(end.code, end.detail, end.logs);
  const output: unknown = JSON.parse(end.output);
  if (Buffer.byteLength(end.output) > MAX_JSON_BYTES || isDeeper(output, MAX_LEVELS))
    return failedResult("OUTPUT_TOO_LARGE", "", end.logs);
  return { success: true, message: "The script ran.", output, logs: end.logs, code: null };
}

function failedResult(code: Code, detail: string, logs: string[]): ScriptResult {
  const says = code === "EXCEPTION" || code === "SYNTAX";
  const message = says
    ? `${FAILURE_TEXTS[code]}${detail.startsWith(":") ? detail : `: ${detail}`}`
    : FAILURE_TEXTS[code];
  return { success: false, message, output: null, logs, code };
}

async function answerDataCall(ctx: Context, text: string): Promise<DataAnswer> {
  try {
    const call = DataCall.safeParse(JSON.parse(text));
    if (!call.success) return { refused: "data was called with arguments of the wrong kind" };
    const json = JSON.stringify(await resultOfCall(ctx, call.data));
    return Buffer.byteLength(json) > MAX_DATA_BYTES
      ? { refused: "the answer of data is larger than 1 MB: ask for fewer items" }
      : { json };
  } catch (error) {
    return { refused: error instanceof ApiError ? error.message : "data could not be reached" };
  }
}

async function resultOfCall(ctx: Context, call: DataCall): Promise<unknown> {
  if (call.kind === "get") return (await getData(ctx, call.key))?.value ?? null;
  if (call.kind === "put") {
    await putData(ctx, { key: call.key, value: call.value, ...call.options });
    return true;
  }
  if (call.kind === "delete") {
    await deleteData(ctx, call.key);
    return true;
  }
  const { limit, cursor } = call.options;
  const query = DataQuery.parse({
    key: call.prefix,
    ...(limit ? { limit: String(limit) } : {}),
    ...(cursor ? { cursor } : {}),
  });
  const { items, cursor: next } = await listData(ctx, query);
  return { items, cursor: next };
}
