import { expect, test } from "vitest";
import * as z from "zod";
import { operations } from "#functions/manifest.ts";
import { walk } from "#test/support/schemas.ts";

const COUNTRY = /^(origin_)?country(_code|Code)?$|^countries$/;
const PHONE = /phone/i;

/** A search filter, never stored. */
const PHONE_FILTER = "listCustomers phone";

type RequestField = { at: string; schema: z.ZodType };

/** Every request field with a matching name, and its path. */
function fieldsNamed(name: RegExp): RequestField[] {
  return operations.flatMap(({ id, body, query }) =>
    [body, query].flatMap((root) => {
      const found: RequestField[] = [];
      if (root)
        walk(root, ({ _zod: { def } }, path) => {
          if (def.type !== "object") return;
          for (const [key, schema] of Object.entries(def.shape))
            if (name.test(key) && schema instanceof z.ZodType)
              found.push({ at: `${id} ${[path, key].filter(Boolean).join(".")}`, schema });
        });
      return found;
    }),
  );
}

/** A field's parsed value for a text, or for a list with the text; `undefined` if it is refused. */
function parsedText(schema: z.ZodType, text: string): unknown {
  const [alone, listed] = [schema.safeParse(text), schema.safeParse([text])];
  if (alone.success) return alone.data;
  return listed.success && Array.isArray(listed.data) ? listed.data[0] : undefined;
}

test("every country field takes ISO 3166-1 codes in any case, XK and UK", () => {
  const fields = fieldsNamed(COUNTRY);
  expect(fields.length).toBeGreaterThan(20);
  const isJudged = ({ schema }: RequestField) =>
    ["uk", "De", "XK"].every((code) => parsedText(schema, code) !== undefined) &&
    ["XX", "EL", "EU", "QO"].every((code) => parsedText(schema, code) === undefined);
  expect(namesOf(fields, (field) => !isJudged(field))).toEqual([]);
  // Country codes are stored in one form, because they are printed and compared. Display preferences are not.
  const isSpelled = ({ schema }: RequestField) =>
    parsedText(schema, "uk") === "GB" && parsedText(schema, " De ") === "DE";
  const asSent = namesOf(fields, (field) => !isSpelled(field));
  expect(asSent.filter((at) => !at.endsWith(".properties.country"))).toEqual([]);
});

test("every phone field removes invisible characters and keeps plain numbers", () => {
  const fields = fieldsNamed(PHONE).filter(({ at }) => at !== PHONE_FILTER);
  expect(fields.length).toBeGreaterThan(15);
  const isRead = ({ schema }: RequestField) =>
    ["\u202a+49\u202f30\u00a0901820\u202c", "＋４９ 30\u2009901820", "+49 30 901820"].every((text) =>
      /^\+49 ?30 ?901820$/.test(String(parsedText(schema, text))),
    );
  expect(namesOf(fields, (field) => !isRead(field))).toEqual([]);
});

function namesOf(fields: readonly RequestField[], isWanted: (field: RequestField) => boolean): string[] {
  return [...new Set(fields.filter(isWanted).map(({ at }) => at))];
}
