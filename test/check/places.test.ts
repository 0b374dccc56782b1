import { expect, test } from "vitest";
import * as z from "zod";
import { operations } from "#functions/manifest.ts";
import { walk } from "#test/support/schemas.ts";

const COUNTRY = /^(origin_)?country(_code|Code)?$|^countries$/;
const PHONE = /phone/i;

/** Is looked for, and stored nowhere. */
const SEARCHED = "listCustomers phone";

interface Door {
  at: string;
  schema: z.ZodType;
}

/** Every field of a name that a request can say, with where it stands. */
function fieldsNamed(name: RegExp): Door[] {
  return operations.flatMap(({ id, body, query }) =>
    [body, query].flatMap((root) => {
      const found: Door[] = [];
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

/** What a field keeps of a text, as itself or as the one of a list; `undefined` where it is refused. */
function kept(schema: z.ZodType, text: string): unknown {
  const [alone, listed] = [schema.safeParse(text), schema.safeParse([text])];
  if (alone.success) return alone.data;
  return listed.success && Array.isArray(listed.data) ? listed.data[0] : undefined;
}

test("every door that stores a country, or says of one, takes what ISO 3166-1 assigns and XK, in any case, and UK", () => {
  const doors = fieldsNamed(COUNTRY);
  expect(doors.length).toBeGreaterThan(20);
  const isJudged = ({ schema }: Door) =>
    ["uk", "De", "XK"].every((code) => kept(schema, code) !== undefined) &&
    ["XX", "EL", "EU", "QO"].every((code) => kept(schema, code) === undefined);
  expect(namesOf(doors, (door) => !isJudged(door))).toEqual([]);
  // A code is printed on labels and compared with zones: it is kept in one spelling, but where it only says how to read.
  const isSpelled = ({ schema }: Door) => kept(schema, "uk") === "GB" && kept(schema, " De ") === "DE";
  const asSent = namesOf(doors, (door) => !isSpelled(door));
  expect(asSent.filter((at) => !at.endsWith(".properties.country"))).toEqual([]);
});

test("every door that stores a phone number takes out what nobody sees, and a plain number stays as it is", () => {
  const doors = fieldsNamed(PHONE).filter(({ at }) => at !== SEARCHED);
  expect(doors.length).toBeGreaterThan(15);
  const isRead = ({ schema }: Door) =>
    ["\u202a+49\u202f30\u00a0901820\u202c", "＋４９ 30\u2009901820", "+49 30 901820"].every((text) =>
      /^\+49 ?30 ?901820$/.test(String(kept(schema, text))),
    );
  expect(namesOf(doors, (door) => !isRead(door))).toEqual([]);
});

function namesOf(doors: readonly Door[], isWanted: (door: Door) => boolean): string[] {
  return [...new Set(doors.filter(isWanted).map(({ at }) => at))];
}
