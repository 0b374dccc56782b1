import { parentPort, workerData } from "node:worker_threads";
import { runTask } from "#lib/system/scripts/thread.ts";

if (parentPort) await runTask(workerData, parentPort);
