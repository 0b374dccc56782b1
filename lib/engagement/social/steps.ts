import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { existingPublication } from "./find.ts";
import type { PublicationStepList } from "./schema.ts";
import { attempts } from "./table.ts";

export async function listPublicationSteps(
  _ctx: Context,
  storeId: string,
  id: string,
): Promise<z.output<typeof PublicationStepList>> {
  await existingPublication(storeId, id);
  const partition = attempts.partition({ store_id: storeId });
  const { records } = await attempts.query(partition, { prefix: `${id}.`, consistent: true });
  const items = records.flatMap(({ steps, number }) =>
    steps.map(({ called: _, first_at: __, secret: ___, shown, ...step }) => ({
      ...step,
      attempt: number,
      handle: shown,
    })),
  );
  return { items };
}
