import { fieldError, validationFailed } from "#core/errors.ts";
import { canonical, type ViewerRequest } from "./edge.ts";

export interface Parameters {
  w?: number;
  h?: number;
  fit: "contain" | "cover" | "fill";
  q?: number;
  format?: "webp" | "avif" | "jpg" | "png";
  blur?: number;
  grayscale: boolean;
}

export interface Transformation {
  parameters: Parameters;
  /** The best format that the caller's `Accept` allows, if none was requested. */
  accepts: "avif" | "webp" | undefined;
  /** The name of the result in its object key; it does not depend on the request's spelling. */
  variant: string;
}

const MAX_SIDE = 4096;
const NUMBER_RANGES = { w: [1, MAX_SIDE], h: [1, MAX_SIDE], q: [1, 100], blur: [1, 100] } as const;
const ALLOWED_WORDS = {
  fit: ["contain", "cover", "fill"],
  format: ["webp", "avif", "jpg", "png"],
  grayscale: ["true"],
} as const;

/** Reads the parameters of a picture in any spelling; throws a 400 that names each unknown, repeated or invalid one. */
export function readParameters(query: string, accept = ""): Transformation {
  const request = edgeRequest(query, accept);
  const pairs = new URLSearchParams(String(request.querystring));
  const problems = [...new Set(pairs.keys())].flatMap((name) => {
    const problem = problemOf(name, pairs.getAll(name));
    return problem ? [fieldError(name, problem)] : [];
  });
  if (problems.length > 0) throw validationFailed(problems);
  const accepts = /^image\/(avif|webp)$/.exec(request.headers.accept?.value ?? "")?.[1];
  const parameters = parametersOf(pairs);
  return {
    parameters,
    accepts: accepts === "avif" || accepts === "webp" ? accepts : undefined,
    variant: variantOf(pairs, accepts),
  };
}

/** The request as the CDN's function rewrites it. */
function edgeRequest(query: string, accept: string): ViewerRequest {
  const querystring: Record<string, { value: string; multiValue?: { value: string }[] }> =
    Object.create(null);
  for (const pair of query.split("&").filter(Boolean)) {
    const mark = pair.indexOf("=");
    const name = mark < 0 ? pair : pair.slice(0, mark);
    const value = mark < 0 ? "" : pair.slice(mark + 1);
    const before = querystring[name];
    querystring[name] = { value, multiValue: [...(before?.multiValue ?? []), { value }] };
  }
  return canonical({
    request: { uri: "/store/media/file", querystring, headers: { accept: { value: accept } } },
  });
}

function problemOf(name: string, values: string[]): string | undefined {
  const [value = ""] = values;
  if (values.length > 1) return "is given more than once";
  if (hasKey(name, NUMBER_RANGES)) {
    const [least, most] = NUMBER_RANGES[name];
    const fits = /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most;
    return fits ? undefined : `must be a whole number from ${least} to ${most}`;
  }
  if (!hasKey(name, ALLOWED_WORDS)) return "is not a parameter of pictures";
  const words: readonly string[] = ALLOWED_WORDS[name];
  return words.includes(value) ? undefined : `must be ${words.join(", ")}`;
}

function hasKey<T extends object>(name: string, of: T): name is keyof T & string {
  return Object.hasOwn(of, name);
}

function parametersOf(pairs: URLSearchParams): Parameters {
  const number = (name: string) => (pairs.has(name) ? { [name]: Number(pairs.get(name)) } : {});
  const word = <T extends string>(name: string, words: readonly T[]) =>
    words.find((each) => each === pairs.get(name));
  const format = word("format", ALLOWED_WORDS.format);
  return {
    ...number("w"),
    ...number("h"),
    ...number("q"),
    ...number("blur"),
    ...(format ? { format } : {}),
    fit: word("fit", ALLOWED_WORDS.fit) ?? "cover",
    grayscale: pairs.has("grayscale"),
  };
}

// For example `blur-3_w-800.webp`. The extension is the requested or accepted format, else `any`.
function variantOf(pairs: URLSearchParams, accepts: string | undefined): string {
  const wishes = [...pairs].filter(([name]) => name !== "format").map(([name, value]) => `${name}-${value}`);
  return `${wishes.join("_") || "same"}.${pairs.get("format") ?? accepts ?? "any"}`;
}
