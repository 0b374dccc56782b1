import type { Json } from "./typescript.ts";

interface ErrorDoc {
  status: string;
  text: string;
}

/** What editors say of an operation: what it does, and who may call it. */
export function operationDocs({ summary, description, deprecated }: Json): string {
  const said = `${String(summary).replace(/\.$/, "")}.\n\n${description}`;
  return deprecated ? `${said}\n\n@deprecated` : said;
}

/** The codes of every error that an operation can answer. */
export function codesOf({ responses }: Json): string[] {
  return refusals(Object(responses)).map(([code]) => code);
}

/** Every error that some operation can answer, in the order of their codes. */
export function errorDocs(paths: Json): [code: string, ErrorDoc][] {
  const all = operationsOf(paths).flatMap(({ responses }) => refusals(Object(responses)));
  return [...new Map(all)].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The types of all events that some operation announces, in order. */
export function eventNames(paths: Json): string[] {
  const all = operationsOf(paths).flatMap((operation) => {
    const names = operation["x-emits"];
    return Array.isArray(names) ? names.map(String) : [];
  });
  return [...new Set(all)].sort();
}

function operationsOf(paths: Json): Json[] {
  return Object.values(paths).flatMap((methods) =>
    Object.values(Object(methods)).map((each) => Object(each)),
  );
}

function refusals(responses: Json): [code: string, ErrorDoc][] {
  return Object.entries(responses)
    .filter(([status]) => /^[45]/.test(status))
    .flatMap(([status, answer]) => {
      const { examples } = Object(Object(Object(answer).content)["application/json"]);
      const codes: [string, Json][] = Object.entries(Object(examples));
      return codes.map(([code, { value }]): [string, ErrorDoc] => [
        code,
        { status, text: String(Object(value).message) },
      ]);
    });
}
