import { request } from "node:http";

/**
 * Runs `act` while the stack's workers with these ids take no work. They go on afterwards, also if this process ends
 * before.
 *
 * @param address URL of the stack
 */
export async function pauseWorkers<T>(
  address: string,
  ids: readonly string[],
  act: () => Promise<T>,
): Promise<T> {
  const pauses = await Promise.allSettled(ids.map((id) => pauseWorker(address, id)));
  try {
    for (const pause of pauses) if (pause.status === "rejected") throw pause.reason;
    return await act();
  } finally {
    for (const pause of pauses) if (pause.status === "fulfilled") pause.value();
  }
}

/** Resolves, when the worker has paused, to a function that lets it go on. */
function pauseWorker(address: string, id: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const url = `${address}/_local/pause-while-connected/${id}`;
    const pause = request(url, { method: "POST", agent: false });
    pause.once("error", reject);
    pause.once("response", (response) => {
      // Its connection is closed on purpose, and a lost stack fails the other requests.
      response.on("error", () => undefined).resume();
      if (response.statusCode === 200) resolve(() => pause.destroy());
      else reject(new Error(`${url} answered ${response.statusCode}.`));
    });
    pause.end();
  });
}
