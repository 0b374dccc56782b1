import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { afterAll, expect, it } from "vitest";
import { ROOT } from "./blocks.ts";
import { isInstalled } from "./terminal.ts";

const run = promisify(execFile);
const dir = mkdtempSync(join(tmpdir(), "webhooks-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const guide = readFileSync(join(ROOT, "lib/delivery/webhooks/guide.md"), "utf8");
const secret = `whsec_${Buffer.from("a secret of some 32 bytes or so").toString("base64")}`;
const body = '{"type":"order.created","data":{"name":"Zoë"}}';

/** For each language: program, file to run, and a call of `verify` with secret, headers and body from a JSON file. */
const LANGUAGES = {
  js: [
    "node",
    "verify.mjs",
    'import { readFileSync } from "node:fs";\nconst [s, h, b] = JSON.parse(readFileSync(process.argv[2], "utf8"));\nconsole.log(verify(s, h, b));',
  ],
  python: [
    "python3",
    "verify.py",
    "import json, sys\nprint(str(verify(*json.load(open(sys.argv[1])))).lower())",
  ],
  php: [
    "php",
    "verify.php",
    'echo verify(...json_decode(file_get_contents($argv[1]), true)) ? "true" : "false";',
  ],
} as const;

for (const [language, [program, file, call]] of Object.entries(LANGUAGES)) {
  if (!isInstalled(program)) console.info(`Skipped webhooks in ${language}: this machine has no ${program}.`);
  it.skipIf(!isInstalled(program))(
    `the guide's ${language} accepts a signed event and refuses any other`,
    async () => {
      const code = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(guide)?.[1] ?? "";
      writeFileSync(join(dir, file), `${language === "php" ? "<?php\n" : ""}${code}\n${call}\n`);
      const verdict = async (at: number, sent: string, key = secret) => {
        const signature = new Webhook(secret).sign("evt_1", new Date(at), body);
        const headers = {
          "webhook-id": "evt_1",
          "webhook-timestamp": String(Math.floor(at / 1000)),
          "webhook-signature": `v1,bm90IHRoaXMgb25l ${signature}`,
        };
        writeFileSync(join(dir, "sent.json"), JSON.stringify([key, headers, sent]));
        return (await run(program, [join(dir, file), join(dir, "sent.json")])).stdout.trim();
      };
      expect(await verdict(Date.now(), body)).toBe("true");
      expect(await verdict(Date.now(), `${body} `)).toBe("false");
      expect(await verdict(Date.now() - 400_000, body)).toBe("false");
      expect(await verdict(Date.now(), body, `whsec_${Buffer.from("another").toString("base64")}`)).toBe(
        "false",
      );
    },
  );
}
