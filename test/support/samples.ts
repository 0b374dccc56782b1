import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { clientSample } from "#core/reference/client-sample.ts";
import { curlSample, shellVariable } from "#core/reference/curl-sample.ts";
import { lookupIn } from "#core/reference/fields.ts";
import { type SampleRequest, sampleRequest } from "#core/reference/sample-request.ts";
import { document } from "#functions/openapi-document.ts";
import { samplePictures } from "./media.ts";

export interface Sample {
  id: string;
  request: SampleRequest;
  method: string;
  path: string;
  curl: string;
  typescript: string;
}

const lookup = lookupIn(document);

/** The samples of each operation that the reference shows. */
export const samples: Sample[] = Object.entries(Object(document.paths)).flatMap(([path, methods]) =>
  Object.entries(Object(methods)).map(([name, declared]) => {
    const operation = Object(declared);
    const method = name.toUpperCase();
    const request = sampleRequest({ method, path, operation }, lookup);
    const texts = { curl: curlSample(request), typescript: clientSample(request) };
    return { id: String(operation.operationId), request, method, path, ...texts };
  }),
);

/** The TypeScript of a sample without its import. */
export function withoutImports({ typescript }: Sample): string {
  return typescript.replace(/^import .*\n/gm, "");
}

/** The slots of all paths, and the parameters of queries that stand for one. */
export function slotsOfSamples(): string[] {
  return [
    ...new Set(samples.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, slot = ""]) => slot))),
  ];
}

/** A command and the variables that it reads. */
interface ShellCall {
  command: string;
  variables: Record<string, string>;
}

/** What a command printed: the body of an answer, and its status at the end. */
interface ShellAnswer {
  status: number;
  body: string;
}

/** Ids by path slot as variables of the shell, and others unchanged. */
export function shellVariables(ids: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(ids).map(([slot, id]) => [shellVariable(slot), id]));
}

/**
 * Runs commands of curl one after another, in a folder with a picture to upload. The shell expands every command, and
 * one process of curl sends many of them, as starting one takes longer than a request.
 */
export async function runInShell(calls: readonly ShellCall[]): Promise<ShellAnswer[]> {
  const folder = mkdtempSync(join(tmpdir(), "samples-"));
  const { jpg } = await samplePictures();
  writeFileSync(join(folder, "picture.jpg"), jpg);
  try {
    const answers: ShellAnswer[] = [];
    for (let at = 0; at < calls.length; at += CALLS_OF_A_PROCESS)
      answers.push(...(await runTogether(calls.slice(at, at + CALLS_OF_A_PROCESS), folder)));
    return answers;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const CALLS_OF_A_PROCESS = 50;
const SEPARATOR = "--- status ";
/** Keeps the arguments of each call in a file, in place of sending it. */
const COLLECT = `: > arguments
curl() { printf '%s\\0' --next -w '\\n${SEPARATOR}%{http_code}\\n' "$@" >> arguments; }`;

async function runTogether(calls: readonly ShellCall[], cwd: string): Promise<ShellAnswer[]> {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const commands = calls.flatMap(({ command, variables }) => [
    ...Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`),
    command,
  ]);
  const script = [COLLECT, ...commands, "xargs -0 curl < arguments"].join("\n");
  writeFileSync(join(cwd, "samples.sh"), script);
  const { stdout } = await promisify(execFile)("sh", ["samples.sh"], { cwd, maxBuffer: 256 * 1024 * 1024 });
  const parts = stdout.split(new RegExp(`\n${SEPARATOR}(\\d+)\n`));
  return calls.map((_, index) => ({ body: parts[2 * index] ?? "", status: Number(parts[2 * index + 1]) }));
}
