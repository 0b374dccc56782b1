import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { GetFunctionConfigurationCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { kebab } from "#core/http/contract.ts";
import { workers } from "#functions/manifest.ts";
import { type Config, physicalName } from "#infra/config.ts";
import { bundledSettings } from "#infra/function-settings.ts";
import { makeProgress } from "#infra/progress.ts";

/**
 * Sets this process's variables to those of a deployed stack. All functions have the same ones, so one of
 * them is asked; the rest follow from the settings.
 */
export async function useDeployedStack(config: Config): Promise<void> {
  const stream = workers.find(({ trigger }) => trigger.kind === "stream");
  const FunctionName = physicalName(config, kebab(stream?.id ?? ""));
  const client = new LambdaClient(config.target ? { region: config.target.region } : {});
  const { Environment } = await client.send(new GetFunctionConfigurationCommand({ FunctionName }));
  if (!Environment?.Variables) throw new Error(`The function ${FunctionName} has no variables to read.`);
  Object.assign(process.env, bundledSettings(config), Environment.Variables);
}

/** Writes lines to a temporary file that gets its name at the end. A name that ends in .gz is compressed. */
export async function writeLines(file: string, lines: AsyncIterable<object>): Promise<number> {
  const progress = makeProgress("lines");
  let count = 0;
  async function* text() {
    for await (const line of lines) {
      progress.show(++count);
      yield `${JSON.stringify(line)}\n`;
    }
  }
  const partial = `${file}.partial`;
  const target = createWriteStream(partial, { mode: 0o600 });
  try {
    const source = Readable.from(text());
    await (file.endsWith(".gz") ? pipeline(source, createGzip(), target) : pipeline(source, target));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    progress.end();
  }
  return count;
}

export async function* readLines(file: string): AsyncGenerator<string> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const raw = createReadStream(file);
  const input = file.endsWith(".gz") ? raw.pipe(createGunzip()) : raw;
  raw.once("error", (error) => input.destroy(error));
  const progress = makeProgress("lines");
  let count = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      progress.show(++count);
      if (line !== "") yield line;
    }
  } finally {
    progress.end();
  }
}
