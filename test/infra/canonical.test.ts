import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { canonical, type ViewerRequest } from "#infra/canonical.ts";

// As CloudFront runs it: from its source, with nothing around it.
function atTheEdge(querystring: ViewerRequest["querystring"], accept?: string): ViewerRequest {
  const headers: ViewerRequest["headers"] = {};
  if (accept !== undefined) headers.accept = { value: accept };
  const request: ViewerRequest = { uri: "/store_1/photo.jpg", querystring, headers };
  runInNewContext(`${canonical.toString()}\ncanonical(event)`, { event: { request } });
  return request;
}

const CHROME = "image/avif,image/webp,image/apng,*/*;q=0.8";

describe("the viewer function", () => {
  test("gives the same parameters in any order one address", () => {
    const one = atTheEdge({ w: { value: "100" }, h: { value: "50" }, fit: { value: "cover" } });
    const other = atTheEdge({ fit: { value: "cover" }, h: { value: "50" }, w: { value: "100" } });
    expect(one).toEqual(other);
    expect(one).toMatchObject({ uri: "/transform/store_1/photo.jpg", querystring: "fit=cover&h=50&w=100" });
  });

  test("leaves a picture without parameters where it is, under one address for all browsers", () => {
    expect(atTheEdge({}, CHROME)).toEqual(atTheEdge({}, "text/html"));
    expect(atTheEdge({}).uri).toBe("/store_1/photo.jpg");
  });

  test("tells browsers apart by the best format that they take, and not at all when one is asked for", () => {
    const width = { w: { value: "100" } };
    expect(atTheEdge(width, CHROME).headers.accept?.value).toBe("image/avif");
    expect(atTheEdge(width, "image/webp,*/*").headers.accept?.value).toBe("image/webp");
    expect(atTheEdge(width, "*/*").headers.accept?.value).toBe("*/*");
    expect(atTheEdge({ ...width, format: { value: "png" } }, CHROME).headers.accept?.value).toBe("*/*");
  });

  test("passes repeated and unknown parameters on, for the function to refuse", () => {
    const repeated = { value: "2", multiValue: [{ value: "1" }, { value: "2" }] };
    expect(atTheEdge({ w: repeated, evil: { value: "" } }).querystring).toBe("evil=&w=1&w=2");
  });
});
