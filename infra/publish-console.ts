import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CloudFormationCustomResourceEvent } from "aws-lambda";
import { putObject } from "#core/storage.ts";
import { CONSOLE_SEGMENT, cacheControlOf, contentTypeOf, PUBLISHED_FOLDER } from "./console-policy.ts";
import { runCustomResource } from "./custom-resource.ts";

/** Objects that are put at a time. */
const ABREAST = 8;

/**
 * Called by CloudFormation in each deployment: puts the console, which stands beside this code, into its bucket. What the
 * page loads comes before the page, and nothing is taken away, so that a tab that is open finds the files it was made of.
 */
export function handler(event: CloudFormationCustomResourceEvent): Promise<void> {
  const { bucket, config } = event.ResourceProperties;
  return runCustomResource(event, async () => {
    if (event.RequestType !== "Delete") await publish(String(bucket), String(config));
  });
}

async function publish(bucket: string, config: string): Promise<void> {
  const folder = join(process.env.LAMBDA_TASK_ROOT ?? "", PUBLISHED_FOLDER);
  const list: string[] = JSON.parse(readFileSync(join(folder, "files.json"), "utf8"));
  const put = (file: string, body: Uint8Array) =>
    putObject(bucket, `${CONSOLE_SEGMENT}/${file}`, body, {
      contentType: contentTypeOf(file),
      cacheControl: cacheControlOf(file),
    });
  const before = list.filter((file) => file !== "index.html");
  for (let at = 0; at < before.length; at += ABREAST)
    await Promise.all(
      before.slice(at, at + ABREAST).map((file) => put(file, readFileSync(join(folder, file)))),
    );
  await put("config.json", Buffer.from(config));
  await put("index.html", readFileSync(join(folder, "index.html")));
}
