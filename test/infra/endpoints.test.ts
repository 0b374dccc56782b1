import { describe, expect, test } from "vitest";
import * as z from "zod";
import * as manifest from "#functions/manifest.ts";
import { configOf } from "#infra/config.ts";
import { pascalCase } from "#infra/function.ts";
import { resourcesUsedBy } from "#infra/function-access.ts";
import { endpointGroupsOf, isShared } from "#infra/function-groups.ts";
import { deployedUnits } from "#infra/function-settings.ts";
import { statementsFor } from "#infra/permissions.ts";
import { workerGroupsOf } from "#infra/worker-groups.ts";
import { GRANTABLE } from "#test/support/grantable.ts";
import { propertiesOf, synthesise } from "./synthesis.ts";

const SizedFunction = z.object({ Timeout: z.int(), MemorySize: z.int() });
const Permission = z.object({
  SourceArn: z.object({ "Fn::Join": z.tuple([z.literal(""), z.array(z.unknown())]) }),
});
const Role = z.object({
  Policies: z.array(
    z.object({
      PolicyDocument: z.object({
        Statement: z.array(
          z.object({
            Action: z.union([z.string(), z.array(z.string())]).transform((action) => [action].flat()),
          }),
        ),
      }),
    }),
  ),
});
/** Functions that a person waits for to sign in. */
const SIGN_IN = ["auth", "users", "storefront"];
const RESERVED = { signIn: 7, media: 11, bulk: 3 };

describe.each(["endpoint", "domain"] as const)(
  "a function that answers several operations, one for each %s,",
  (grain) => {
    const config = { ...configOf("prod", {}), grain, reserved: RESERVED };
    const groups = endpointGroupsOf(deployedUnits(config, manifest.operations), grain);
    const { ofType } = synthesise(config, manifest);
    const made = (type: string, id: string) =>
      ofType(type).find(({ logicalId }) => logicalId === id) ?? expect.fail(`There is no ${id}.`);

    test("has the largest memory and timeout of its operations, within the gateway's limit", () => {
      for (const { id, operations } of groups) {
        const { Timeout, MemorySize } = propertiesOf(
          SizedFunction,
          made("AWS::Lambda::Function", pascalCase(id)),
        );
        const longest = Math.max(...operations.map(({ timeout = 10 }) => timeout));
        expect(Timeout, id).toBe(Math.min(longest, 29));
        expect(MemorySize, id).toBe(Math.max(...operations.map(({ memory = 1024 }) => memory)));
      }
    });

    test("has the reservation for sign-in only if it signs people in", () => {
      const reserving = (count: number) =>
        ofType("AWS::Lambda::Function")
          .filter(({ properties }) => properties.ReservedConcurrentExecutions === count)
          .map(({ logicalId }) => logicalId)
          .sort();
      const signing = groups.filter(({ operations }) =>
        operations.every(({ domain }) => SIGN_IN.includes(domain)),
      );
      const covered = new Set(signing.flatMap(({ operations }) => operations));
      const uncovered = manifest.operations.filter(
        (each) => SIGN_IN.includes(each.domain) && !covered.has(each),
      );
      // Staff operations of these domains may share a function with another domain.
      expect(uncovered.filter((each) => !isShared(each)).map(({ id }) => id)).toEqual([]);
      expect(reserving(RESERVED.signIn)).toEqual(signing.map(({ id }) => pascalCase(id)).sort());
      const working = workerGroupsOf(deployedUnits(config, manifest.workers));
      const waiting = working.filter(({ trigger }) => trigger.kind === "url");
      expect(reserving(RESERVED.media)).toEqual(waiting.map(({ id }) => pascalCase(id)));
      const rest = working.filter((each) => !waiting.includes(each)).map(({ id }) => pascalCase(id));
      expect(reserving(RESERVED.bulk)).toEqual(rest.sort());
    });

    test("may do exactly what its operations declare", () => {
      for (const { id, operations } of groups) {
        const role = propertiesOf(Role, made("AWS::IAM::Role", `${pascalCase(id)}Role`));
        const actions = role.Policies.flatMap(({ PolicyDocument }) =>
          PolicyDocument.Statement.flatMap(({ Action }) => Action),
        );
        const declared = statementsFor(operations.flatMap(resourcesUsedBy), GRANTABLE).flatMap(
          (each) => each.actions,
        );
        const own = [...new Set(actions)].filter((action) => !/^(logs|xray):/.test(action));
        expect(own.sort(), id).toEqual([...new Set(declared)].sort());
      }
    });

    // A call's source is `<api>/<stage>/<method>/<path>`, with the route's slots.
    test("may be called by the API on its own routes only", () => {
      for (const { id, routes } of groups) {
        const parts = propertiesOf(Permission, made("AWS::Lambda::Permission", `${pascalCase(id)}Permission`))
          .SourceArn["Fn::Join"][1];
        const pattern = String(parts.at(-1))
          .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
          .replaceAll("*", ".*");
        const allows = (path: string) => new RegExp(`^${pattern}$`).test(path);
        for (const { key } of routes) {
          const [method = "", path = ""] = key.replace(/^ANY /, "PUT ").split(" ");
          expect(allows(`/$default/${method}${path}`), `${id}: ${key}`).toBe(true);
        }
        if (routes.length === 1) expect(allows("/$default/GET/v1/other"), id).toBe(false);
      }
      const parts = propertiesOf(Permission, made("AWS::Lambda::Permission", "UnknownRoutePermission"))
        .SourceArn["Fn::Join"][1];
      expect(String(parts.at(-1))).toBe("/*/$default");
    });
  },
);
