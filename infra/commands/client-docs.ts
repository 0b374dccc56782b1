import type { Json } from "./typescript.ts";

type ErrorDoc = { status: string; text: string };

export function operationDocs({ summary, description, deprecated }: Json): string {
  const text = `${String(summary).replace(/\.$/, "")}.\n\n${description}`;
  return deprecated ? `${text}\n\n@deprecated` : text;
}

export function codesOf({ responses }: Json): string[] {
  return errorsOf(Object(responses)).map(([code]) => code);
}

export function errorDocs(paths: Json): [code: string, ErrorDoc][] {
  const all = operationsOf(paths).flatMap(({ responses }) => errorsOf(Object(responses)));
  return [...new Map(all)].sort(([a], [b]) => (a < b ? -1 : 1));
}

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

function errorsOf(responses: Json): [code: string, ErrorDoc][] {
  return Object.entries(responses)
    .filter(([status]) => /^[45]/.test(status))
    .flatMap(([status, answer]) => {
      const { examples } = Object(Object(Object(answer).content)["application/json"]);
      const codes: [string, Json][] = Object.entries(Object(examples));
      return codes.map(([code, { summary }]): [string, ErrorDoc] => [
        code,
        { status, text: String(summary) },
      ]);
    });
}
