// A strict client of the documented Lambda Runtime API (2018-06-01), in place of AWS's own, which is compiled against
// libcurl: initialises the handler, takes one event after the other, and posts each result.
import { request } from "node:http";
import { pathToFileURL } from "node:url";

const { AWS_LAMBDA_RUNTIME_API, LAMBDA_TASK_ROOT, _HANDLER = "" } = process.env;
const api = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;
const [file, name] = _HANDLER.split(".");

// Without a timeout: the next event may be hours away.
const ask = (path, method, body) =>
  new Promise((resolve, reject) => {
    const sent = request(`${api}/${path}`, { method }, async (answer) => {
      const text = Buffer.concat(await answer.toArray()).toString();
      resolve({ status: answer.statusCode, headers: answer.headers, text });
    });
    sent.once("error", reject);
    sent.end(body);
  });
const post = async (path, body) => {
  const { status } = await ask(path, "POST", body);
  if (status !== 202) throw new Error(`${path} was answered with ${status}.`);
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
  const { headers, text } = await ask("invocation/next", "GET");
  const id = headers["lambda-runtime-aws-request-id"];
  const deadline = Number(headers["lambda-runtime-deadline-ms"]);
  const context = {
    awsRequestId: id,
    invokedFunctionArn: headers["lambda-runtime-invoked-function-arn"],
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
  const event = JSON.parse(text);
  try {
    const answer = JSON.stringify((await handler(event, context)) ?? null);
    await post(`invocation/${id}/response`, answer);
  } catch (error) {
    await post(`invocation/${id}/error`, described(error));
  }
}
