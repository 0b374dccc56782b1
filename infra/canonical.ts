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

/**
 * Runs at the edge before the cache is looked up, from its own source text, so it uses nothing outside itself and only
 * what CloudFront's JavaScript has. One picture becomes one cache entry: parameters sorted, `Accept` reduced to the
 * format that it leads to. A transformed picture moves under `/transform`, where the bucket has nothing, so that the
 * origin group falls back to the function.
 */
export function canonical(event: { request: ViewerRequest }): ViewerRequest {
  const request = event.request;
  const parameters = request.querystring;
  if (typeof parameters === "string") return request;
  const names = Object.keys(parameters).sort();
  const accept = request.headers.accept ? request.headers.accept.value : "";
  request.headers.accept = { value: "*/*" };
  if (names.length === 0) return request;
  if (names.indexOf("format") < 0) {
    if (accept.indexOf("image/avif") >= 0) request.headers.accept = { value: "image/avif" };
    else if (accept.indexOf("image/webp") >= 0) request.headers.accept = { value: "image/webp" };
  }
  const pairs = names.map((name) => {
    const parameter = parameters[name];
    if (!parameter) return name;
    const all = parameter.multiValue || [parameter];
    return all.map((one) => `${name}=${one.value}`).join("&");
  });
  request.querystring = pairs.join("&");
  request.uri = `/transform${request.uri}`;
  return request;
}
