import type * as z from "zod";
import { EmailAddress } from "#core/mail/address-schema.ts";
import { toE164 } from "#core/places/phones.ts";
import { patternsOfRecord } from "#lib/content/blocks/pattern.ts";
import type { InputNode } from "./agent-schema.ts";

type Answer = { value: string } | { problem: string };

/** The value of an answer, or the problem with it as a text for the visitor. */
export function readAnswer(node: z.output<typeof InputNode>, text: string): Answer {
  const read = READERS[node.input_type](text.trim());
  if ("problem" in read || !node.validation) return read;
  const mismatch = patternsOfRecord().mismatch(node.validation, read.value);
  return mismatch === undefined ? read : { problem: "That does not have the form that is asked for." };
}

const READERS: Record<z.output<typeof InputNode>["input_type"], (text: string) => Answer> = {
  text: (value) => (value ? { value } : { problem: "Please type an answer." }),
  email: (text) => {
    const { success, data } = EmailAddress.safeParse(text);
    return success ? { value: data } : { problem: "That is not an email address." };
  },
  phone: (text) => {
    const value = toE164(text);
    return /^\+\d{8,15}$/.test(value)
      ? { value }
      : { problem: "That is not a phone number. Begin with + and the country code." };
  },
};
