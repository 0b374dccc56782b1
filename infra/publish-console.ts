import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CloudFormationCustomResourceEvent } from "aws-lambda";
import { putObject } from "#core/storage.ts";
import { CONSOLE_SEGMENT, cacheControlOf, contentTypeOf, PUBLISHED_FOLDER } from "./console-policy.ts";
import { runCustomResource } from "./custom-resource.ts";

const MAX_CONCURRENT = 8;

/**
 * CloudFormation calls this in each deployment to upload the console. The page is uploaded last, and older
 * files stay for tabs that are open.
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
  for (let at = 0; at < before.length; at += MAX_CONCURRENT)
    await Promise.all(
      before.slice(at, at + MAX_CONCURRENT).map((file) => put(file, readFileSync(join(folder, file)))),
    );
  await put("config.json", Buffer.from(config));
  await put("index.html", readFileSync(join(folder, "index.html")));
}
