import { join } from "node:path";
import { kebab, type Operation } from "#core/http/contract.ts";
import { conversations, supportAgents, supportInbox } from "#functions/engagement/support/routes.ts";
import { operations, workers } from "#functions/manifest.ts";
import { build, sources } from "#infra/build.ts";
import { FRONT_DESK } from "#test/support/support.ts";
import { eventOf, type Request } from "./event.ts";
import { columns, cpuOf, quietly, tableCalls } from "./measure.ts";
import type { BenchStack } from "./stack.ts";
import { benchWorld } from "./world.ts";

export const name = "support: CPU, round trips and capacity of turns and polls through the deployed code";

const OUT = join(import.meta.dirname, "../../.build/bench");
const CALLS = 300;

type Handler = (event: object, context: object) => Promise<{ statusCode: number; body: string }>;
interface Answer {
  id: string;
  support_token: string;
  messages: { id: string }[];
}

export async function run(stack: BenchStack): Promise<string> {
  await build(sources({ operations, workers }), { outDir: OUT });
  const { storeId, token } = await benchWorld(stack.api);
  const [send, read] = await Promise.all([
    deployed(conversations.sendMessage),
    deployed(conversations.readConversation),
  ]);
  const post = async (
    operation: Operation,
    params: Record<string, string>,
    body: unknown,
    extra: Request = {},
  ) => {
    const {
      rawPath,
      headers,
      body: text,
    } = eventOf(operation, { params: { storeId, ...params }, body, ...extra });
    const reply = await fetch(`${stack.api}${rawPath}`, {
      method: "POST",
      headers,
      ...(text ? { body: text } : {}),
    });
    if (reply.status >= 300)
      throw new Error(`${operation.id} answered ${reply.status}: ${await reply.text()}`);
    const answer: Answer = JSON.parse(await reply.text());
    return answer;
  };
  const as = { token };
  await post(supportAgents.createSupportAgent, {}, { ...FRONT_DESK, key: "bench", status: "active" }, as);
  const talk = async () => {
    const begun = await post(conversations.startConversation, {}, {});
    const request = {
      params: { storeId, conversationId: begun.id },
      headers: { "x-support-token": begun.support_token },
    };
    return { ...begun, request };
  };
  const say = (request: Request, content: string): Request => ({
    ...request,
    body: { input: { type: "text", content } },
  });

  const rows = [["call", "CPU ms", "budget", "round trips", "units", "calls to the table"]];
  const ready: Request[] = [];
  for (let index = 0; index < CALLS * 1.2 + 2; index++) {
    const { request } = await talk();
    await post(
      conversations.sendMessage,
      { conversationId: request.params.conversationId },
      say(request, "Order").body,
      {
        headers: request.headers,
      },
    );
    ready.push(say(request, "grace@example.com"));
  }
  rows.push(
    await measure("turn of three nodes", "3.0", send, conversations.sendMessage, () => ready.pop() ?? {}),
  );
  const { request, messages } = await talk();
  const poll = { ...request, query: { after_id: messages.at(-1)?.id ?? "" } };
  rows.push(await measure("empty poll", "0.7", read, conversations.readConversation, () => poll));
  return `${columns(rows)}\n\n${await quietly(costOfTalk)}`;

  async function costOfTalk(): Promise<string> {
    const begun = await tableCalls(async () =>
      invoke(await source(conversations.startConversation), conversations.startConversation, {
        params: { storeId },
        body: {},
      }),
    );
    const { id, request } = await talk();
    const sends = await source(conversations.sendMessage);
    const replies = await source(supportInbox.replyToVisitor);
    const calls = await tableCalls(async () => {
      await invoke(sends, conversations.sendMessage, say(request, "Order"));
      await invoke(sends, conversations.sendMessage, say(request, "grace@example.com"));
      await invoke(sends, conversations.sendMessage, say(request, "Question"));
      for (const text of ["Do you deliver?", "And returns?", "What of beans?"])
        await invoke(sends, conversations.sendMessage, say(request, text));
      for (const content of ["Ada here.", "It is on its way.", "Goodbye."]) {
        await invoke(replies, supportInbox.replyToVisitor, {
          params: { storeId, conversationId: id },
          token,
          body: { content },
        });
      }
    });
    const units = (writes: boolean) =>
      [...begun, ...calls]
        .filter(({ command }) => /Write|Put|Update|Delete/.test(command) === writes)
        .reduce((sum, call) => sum + (call.units ?? 0), 0);
    return `a conversation of 20 messages with its events: ${units(true)} write units, ${units(false)} read units`;
  }
}

async function measure(
  label: string,
  budget: string,
  handler: Handler,
  operation: Operation,
  request: () => Request,
): Promise<string[]> {
  const { cpu } = await quietly(() => cpuOf(CALLS, () => invoke(handler, operation, request())));
  const own = await source(operation);
  await quietly(() => invoke(own, operation, request()));
  const calls = await tableCalls(() => quietly(() => invoke(own, operation, request())));
  const units = calls.reduce((sum, call) => sum + (call.units ?? 0), 0);
  const commands = calls.map(({ command, units: each }) => `${command.replace("Command", "")} ${each}`);
  return [label, cpu.toFixed(2), budget, String(calls.length), String(units), commands.join(", ")];
}

async function deployed({ id, domain }: Operation): Promise<Handler> {
  return handlerAt(join(OUT, domain, `${kebab(id)}.mjs`));
}

async function source({ folder, id }: Operation): Promise<Handler> {
  return handlerAt(join(import.meta.dirname, "../../functions", folder, `${kebab(id)}.ts`));
}

async function handlerAt(path: string): Promise<Handler> {
  const module = (await import(path)) as { handler: Handler };
  return module.handler;
}

async function invoke(handler: Handler, operation: Operation, request: Request): Promise<void> {
  const reply = await handler(eventOf(operation, request), {});
  if (reply.statusCode >= 300) throw new Error(`${operation.id} answered ${reply.statusCode}: ${reply.body}`);
}
