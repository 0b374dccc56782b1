import { expect, test } from "vitest";
import { runInTurn } from "#core/queue/run-in-turn.ts";
import { loggedLines } from "#test/support/logged-lines.ts";

test("a failing item delays no other, and its log line has no personal data", async () => {
  const ran: string[] = [];
  const records = ["a", "b"].map((id) => ({
    pk: `TENANT#${id}`,
    sk: "X",
    id,
    first_name: "Ada",
    street: "Lane 1",
  }));
  const groups = records.map((record) => [record, record]);
  const told = await loggedLines(() =>
    expect(runInTurn(groups, () => Promise.reject(new Error("No.")))).rejects.toThrow("No."),
  );
  expect(told[0]).toMatchObject({ item: { id: "a" } });
  const lines = await loggedLines(() =>
    expect(
      runInTurn(records, async ({ id }) => {
        ran.push(id);
        if (id === "a") throw new Error("No.");
      }),
    ).rejects.toThrow("No."),
  );
  expect(ran).toEqual(["a", "b"]);
  expect(lines).toEqual([
    expect.objectContaining({ message: "turn failed", item: { pk: "TENANT#a", sk: "X", id: "a" } }),
  ]);
});
