import { GENERAL } from "#core/errors.ts";
import { post, routes } from "#core/http/contract.ts";
import { SCRIPT } from "#lib/system/scripts/errors.ts";
import { RunScript, ScriptResult } from "#lib/system/scripts/schema.ts";

export const scripts = routes("system/scripts", "/v1/platform/scripts", {
  runScript: post("", {
    summary: "Run a script in a sandbox",
    description:
      "JavaScript that can use only `input`, `log` and the account's `data`: 2 s, 32 MB, no network. A failed script is a 200 with `success: false`.",
    needs: "account",
    storeSession: true,
    knowsVisitors: true,
    body: RunScript,
    returns: ScriptResult,
    errors: [SCRIPT.UNKNOWN, SCRIPT.INPUT_INVALID, GENERAL.TOO_MANY_REQUESTS],
    // MB that give a whole processor, so that the engine of the script never waits for one.
    memory: 1769,
    timeout: 15,
  }),
});
