import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Attempt, Step } from "./attempt-schema.ts";
import { existing } from "./find.ts";
import type { StepList, StepView } from "./schema.ts";
import { openHandle } from "./sealing.ts";
import { attempts } from "./table.ts";

/** Characters of a secret handle that are shown. */
const SHOWN = 6;

/** Every step of every attempt to post a publication, oldest first. */
export async function listSteps(
  _ctx: Context,
  storeId: string,
  id: string,
): Promise<z.output<typeof StepList>> {
  await existing(storeId, id);
  const partition = attempts.partition({ store_id: storeId });
  const { records } = await attempts.query(partition, { prefix: `${id}.`, consistent: true });
  const shown = await Promise.all(
    records.flatMap((attempt) => attempt.steps.map((step) => view(attempt, step))),
  );
  return { items: shown };
}

async function view(attempt: Attempt, step: Step): Promise<z.output<typeof StepView>> {
  const { called: _, first_at: __, secret, handle, ...fields } = step;
  const shown =
    secret && handle !== null
      ? (await openHandle(handle, attempt.store_id, attempt.id)).slice(-SHOWN)
      : handle;
  return { attempt: attempt.number, ...fields, handle: shown };
}
