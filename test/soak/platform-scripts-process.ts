import { scripts } from "#functions/system/scripts/routes.ts";
import { hostileScripts } from "#test/proofs/scripts.ts";
import { eventOf } from "#test/support/http-event.ts";

// Runs the deployed function alone, so that its memory is measured without the stack. Needs --expose-gc.
const [file = "", token = "", rounds = "1"] = process.argv.slice(2);

type HandlerModule = {
  handler(event: object, context: object): Promise<{ statusCode: number; body: string }>;
};

export interface ScriptResult {
  name: string;
  code: string | null;
  message: string;
  milliseconds: number;
  /** Megabytes of the process after garbage collection. */
  memory: number;
}

const { handler } = (await import(file)) as HandlerModule;

for (let round = 0; round < Number(rounds); round++) {
  for (const { name, script } of [...hostileScripts, { name: "1+1", script: "1+1" }]) {
    for (const each of name === "1+1" ? [name] : [name, "1+1"]) {
      const started = performance.now();
      const body = JSON.stringify({ script: each === name ? script : each });
      const event = eventOf(scripts.runScript, { token, body });
      const reply = await handler(event, { getRemainingTimeInMillis: () => 10_000 });
      const milliseconds = performance.now() - started;
      const { code, message, output } = JSON.parse(reply.body) as {
        code: string | null;
        message: string;
        output: unknown;
      };
      if (reply.statusCode !== 200 || (each === "1+1" && output !== 2))
        throw new Error(`${each} answered ${reply.body}`);
      globalThis.gc?.();
      process.send?.({
        name: each,
        code,
        message,
        milliseconds,
        memory: process.memoryUsage.rss() / 2 ** 20,
      });
    }
  }
}
process.disconnect();
