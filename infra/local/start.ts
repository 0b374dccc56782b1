import { open as openDebugger } from "node:inspector";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { readArguments } from "#infra/arguments.ts";
import { describeFailure } from "#infra/failure.ts";
import { firstCommand } from "./home-page.ts";
import { type Stack, startStack } from "./stack.ts";
import { STATE_DIR } from "./state-folder.ts";

// A port that front ends do not usually use.
const DEFAULT_PORT = 4400;
/** The default port of Node's debugger. */
const DEBUG_PORT = 9229;
const USAGE = `Use: npm start [-- --fresh] [--inspect] [--dir .local]

Starts the whole system on this machine. PORT chooses another port than ${DEFAULT_PORT}.
  --fresh    deletes the records of before
  --inspect  lets a debugger attach at 127.0.0.1:${DEBUG_PORT}
  --dir      folder of the records, by default .local`;
/** Milliseconds after which a start fails. */
const START_TIMEOUT = 30_000;
/** Milliseconds from the start until the reference is built in advance. */
const WARM_UP_DELAY = 500;

let dir = STATE_DIR;
try {
  const options = readOptions();
  dir = options.dir;
  const started = performance.now();
  const impatience = setTimeout(giveUp, scaledTimeout(START_TIMEOUT), options.dir);
  const stack = await startStack(options);
  clearTimeout(impatience);
  stopInOrder(stack);
  printGreeting(stack, performance.now() - started, options.dir);
  setTimeout(warmUp, WARM_UP_DELAY, stack.reference);
} catch (error) {
  console.error(describeFailure(error, dir));
  process.exit(1);
}

/** Requests the reference once, because its first request takes a second to build it. */
function warmUp(reference: string): void {
  fetch(reference)
    .then((reply) => reply.text())
    .catch(() => undefined);
}

function giveUp(place: string): void {
  console.error(
    `It is not up after ${scaledTimeout(START_TIMEOUT) / 1000} s. Try again, or with --fresh if ${place} may be damaged.`,
  );
  process.exit(1);
}

function readOptions(): { dir: string; port: number; fresh: boolean } {
  const {
    fresh,
    inspect,
    dir: chosen,
  } = readArguments(USAGE, {
    options: {
      fresh: { type: "boolean", default: false },
      inspect: { type: "boolean", default: false },
      dir: { type: "string", default: STATE_DIR },
    },
  }).values;
  if (inspect) openDebugger(DEBUG_PORT);
  return { dir: chosen, port: Number(process.env.PORT || DEFAULT_PORT), fresh };
}

function printGreeting(
  { api, reference, inbox, webhooks, shop, aws }: Stack,
  milliseconds: number,
  place: string,
): void {
  console.log(`
  Storefront backend, ready in ${(milliseconds / 1000).toFixed(1)} s

  API        ${api}
  Home       ${api}/_local
  Console    ${api}/console
  Reference  ${reference}
  Inbox      ${inbox}
  Shop       ${shop} (sells what npm run seed makes)
  Webhooks   ${webhooks}
  AWS        DynamoDB ${aws.dynamodb}  S3 ${aws.s3}  SQS ${aws.sqs}  SES ${aws.ses}

  Try this first, then look into the inbox:

  ${firstCommand(api)}

  A file of functions/ or lib/ that you change counts from the next request on.
  A debugger attaches after: npm start -- --inspect
  The state is kept in ${place}; begin again with: npm start -- --fresh
  Ctrl-C stops it.
`);
}

function stopInOrder(stack: Stack): void {
  let stopping = false;
  const stop = async (code: number) => {
    // A second Ctrl-C stops at once.
    if (stopping) process.exit(130);
    stopping = true;
    await stack.stop();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(0));
  stack.gone.then(() => {
    console.error("Nothing works without it, so the stack stops. Start it again: npm start");
    return stop(1);
  });
  process.on("unhandledRejection", (error) => {
    // On AWS, an unhandled error ends one call. Here it must not end the whole stack.
    console.error(error);
  });
}
