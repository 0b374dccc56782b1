import type * as z from "zod";
import type { Operation } from "./contract.ts";
import type { FileReply, RawReply } from "./reply.ts";

/** What an operation's code, or its view, returns. */
export type AnswerOf<R extends Operation> = R["returns"] extends z.ZodType
  ? z.input<R["returns"]> | (R extends { produces: string } ? FileReply : never)
  : RawReply;
