interface Parameter {
  value: string;
  multiValue?: Parameter[];
}

/** The parts of a CloudFront viewer request that are read or changed. */
export interface ViewerRequest {
  uri: string;
  querystring: Record<string, Parameter> | string;
  headers: Record<string, { value: string }>;
}

/** Sent with every file and picture, so that no script in an upload runs. */
export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/**
 * Rewrites a request to the URL under which its file or picture is cached. CloudFront runs this function's source text
 * alone before the cache lookup, so it uses only CloudFront's JavaScript. The function that makes pictures runs it too,
 * so that both agree.
 *
 * The file name at the end of a URL is only for people and is dropped. Parameters are decoded, normalised and
 * sorted, defaults are dropped, and `Accept` is reduced to the resulting format. A picture moves under `/transform`,
 * where the bucket has nothing, so that the origin group falls back to the function. Invalid parameters are passed on
 * for the function to refuse.
 */
export function canonical(event: { request: ViewerRequest }): ViewerRequest {
  const request = event.request;
  const parameters = request.querystring;
  if (typeof parameters === "string") return request;
  const place = /^\/([^/]+\/[^/]+)\/[^/]+$/.exec(request.uri);
  const accept = request.headers.accept ? request.headers.accept.value : "";
  request.headers.accept = { value: "*/*" };
  request.querystring = "";
  // Any other URL is sent to a file that does not exist.
  request.uri = place ? `/files/${place[1]}` : "/files/none";
  const names = Object.keys(parameters);
  if (names.length === 0 || !place) return request;

  const decode = (text: string): string => {
    try {
      return decodeURIComponent(text.replace(/\+/g, " ")).trim().toLowerCase();
    } catch (_) {
      return text;
    }
  };
  const values: Record<string, string> = {};
  const pairs: string[] = [];
  names.forEach((raw) => {
    const parameter = parameters[raw] || { value: "" };
    const all = parameter.multiValue || [parameter];
    all.forEach((one) => {
      const name = decode(raw);
      let value = decode(one.value);
      if (/^\d{1,9}$/.test(value)) value = String(Number(value));
      if (name === "format" && value === "jpeg") value = "jpg";
      values[name] = value;
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    });
  });
  const repeated = pairs.length > Object.keys(values).length;
  // `fit` has no effect without both sides, and default values change nothing: these are dropped.
  const boxed = values.w !== undefined && values.h !== undefined;
  const idle = ["fit=cover", "q=80"].concat(boxed ? [] : ["fit=contain", "fit=fill"]);
  const kept = repeated ? pairs : pairs.filter((pair) => idle.indexOf(pair) < 0);
  request.querystring = kept.sort().join("&");
  if (values.format === undefined) {
    // A client does not accept a type of quality 0 (RFC 9110, 12.4.2).
    const takes = (type: string): boolean =>
      accept
        .toLowerCase()
        .split(",")
        .some(
          (range) => range.replace(/;[\s\S]*$/, "").trim() === type && !/;\s*q=0(\.0*)?\s*(;|$)/.test(range),
        );
    if (takes("image/avif")) request.headers.accept = { value: "image/avif" };
    else if (takes("image/webp")) request.headers.accept = { value: "image/webp" };
  }
  request.uri = `/transform/${place[1]}`;
  return request;
}
