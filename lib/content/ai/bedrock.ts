import { BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import type { DocumentType } from "@smithy/types";
import * as z from "zod";
import { timeouts } from "#core/aws.ts";
import { addToLogLine } from "#core/log-context.ts";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import { type AiRequest, TIMEOUT_MS } from "./request.ts";

const MAX_TOKENS = 2000;
const ANSWER_TOOL = "answer";

let client: BedrockRuntimeClient | undefined;

/**
 * One turn of the Converse API (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html). An
 * structured answer is requested as the input of a tool, because the model must then follow the schema.
 */
export async function converse(
  model: string,
  { instructions, messages, answer, maxTokens, within = TIMEOUT_MS }: Omit<AiRequest<unknown>, "embedded">,
): Promise<unknown> {
  client ??= new BedrockRuntimeClient({ maxAttempts: 2, ...timeouts(30_000) });
  const text = answer instanceof z.ZodString;
  const reply = await client.send(
    new ConverseCommand({
      modelId: model,
      system: [{ text: instructions }],
      messages: messages.map(({ role, content }) => ({ role, content: [{ text: content }] })),
      inferenceConfig: { maxTokens: maxTokens ?? MAX_TOKENS, temperature: 0.3 },
      ...(text ? {} : { toolConfig: toolFor(answer) }),
    }),
    { abortSignal: AbortSignal.timeout(scaledTimeout(within)) },
  );
  addToLogLine({ provider_id: reply.$metadata.requestId });
  const parts = reply.output?.message?.content ?? [];
  if (text) return parts.map((part) => part.text ?? "").join("");
  return parts.find(({ toolUse }) => toolUse?.name === ANSWER_TOOL)?.toolUse?.input;
}

function toolFor(answer: z.ZodType) {
  const { $schema: _, ...json } = z.toJSONSchema(answer, { unrepresentable: "any" });
  const schema: DocumentType = JSON.parse(JSON.stringify(json));
  return {
    tools: [
      { toolSpec: { name: ANSWER_TOOL, description: "Gives the answer.", inputSchema: { json: schema } } },
    ],
    toolChoice: { tool: { name: ANSWER_TOOL } },
  };
}
