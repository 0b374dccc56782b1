// A strict client of the documented Lambda Runtime API (2018-06-01), in place of AWS's own, which is compiled against
// libcurl: initialises the handler, takes one event after the other, and posts what came of each.
import { pathToFileURL } from "node:url";

const { AWS_LAMBDA_RUNTIME_API, LAMBDA_TASK_ROOT, _HANDLER = "" } = process.env;
const api = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;
const [file, name] = _HANDLER.split(".");

const post = async (path, body) => {
  const answer = await fetch(`${api}/${path}`, { method: "POST", body });
  if (answer.status !== 202) throw new Error(`${path} was answered with ${answer.status}.`);
};
const described = (error) =>
  JSON.stringify({
    errorType: error?.name ?? "Error",
    errorMessage: String(error?.message ?? error),
    stackTrace: String(error?.stack ?? "").split("\n"),
  });

let handler;
try {
  handler = (await import(pathToFileURL(`${LAMBDA_TASK_ROOT}/${file}.mjs`).href))[name];
  if (typeof handler !== "function") throw new Error(`${_HANDLER} is no function.`);
} catch (error) {
  await post("init/error", described(error));
  process.exit(1);
}

for (;;) {
  const next = await fetch(`${api}/invocation/next`);
  const id = next.headers.get("lambda-runtime-aws-request-id");
  const deadline = Number(next.headers.get("lambda-runtime-deadline-ms"));
  const context = {
    awsRequestId: id,
    invokedFunctionArn: next.headers.get("lambda-runtime-invoked-function-arn"),
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
  const event = await next.json();
  try {
    const answer = JSON.stringify((await handler(event, context)) ?? null);
    await post(`invocation/${id}/response`, answer);
  } catch (error) {
    await post(`invocation/${id}/error`, described(error));
  }
}
