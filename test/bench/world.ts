import { randomUUID } from "node:crypto";
import { type Context, systemClock } from "#core/context.ts";
import { transact } from "#core/dynamo/transact.ts";
import { newId } from "#core/id.ts";
import { newPerson } from "#lib/tenancy/people/person.ts";
import { startSession } from "#lib/tenancy/people/sessions.ts";
import { people } from "#lib/tenancy/people/table.ts";

export type BenchWorld = { storeId: string; formId: string; formIds: string[]; token: string };

const FORM_COUNT = 60;

export async function benchWorld(api: string): Promise<BenchWorld> {
  const token = await ownerToken();
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const reply = await fetch(`${api}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return (await reply.json()) as { id: string };
  };
  const { id: storeId } = await post("/v1/stores", { key: `bench-${randomUUID().slice(0, 8)}` });
  const formIds: string[] = [];
  for (let index = 0; index < FORM_COUNT; index++) {
    const schema = [{ type: "text", key: "message", required: true }];
    formIds.push((await post(`/v1/stores/${storeId}/forms`, { key: `form-${index}`, schema })).id);
  }
  return { storeId, formId: formIds[0] ?? "", formIds, token };
}

async function ownerToken(): Promise<string> {
  const now = Math.floor(systemClock());
  const ctx: Context = {
    requestId: "bench",
    operation: "bench",
    family: "store",
    actor: { kind: "system", id: "bench" },
    now: () => now,
    clock: systemClock,
    ip: "",
    userAgent: "",
    may: async () => true,
    guards: undefined,
  };
  const id = newId("acc");
  const email = `${id}@example.com`;
  const person = newPerson(ctx, email, { id });
  const session = { person, provider: "CODE", verified: true, refreshLifetime: 3600 };
  const { write, answer } = await startSession(ctx, session);
  await transact(ctx, [people.create(person), write]);
  return answer.access_token;
}
